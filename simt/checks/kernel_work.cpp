// SPDX-License-Identifier: MIT
// A request may be joined with one whose address is less than 16 bytes away: at
// the same base register, or in another round of a loop that changes it. What
// cannot be ruled out by this is taken for joined.
#include "simt/checks/kernel_work.h"

#include <algorithm>
#include <map>
#include <utility>

namespace simt::checks {
namespace {

constexpr uint32_t kWidest = 16;  // bytes of a lane's request

/// Whether two different offsets are less than a request apart.
bool near(int64_t a, int64_t b) {
  const auto [less, more] = std::minmax(a, b);
  // Unsigned: the two may be further apart than an int64_t holds.
  const uint64_t apart =
      static_cast<uint64_t>(more) - static_cast<uint64_t>(less);
  return apart != 0 && apart < kWidest;
}

bool is_request(const program::InstInfo& info) {
  return info.op != nullptr && (info.op->event == ops::Event::kAccess ||
                                info.op->event == ops::Event::kAtomic);
}

uint32_t width_of(const ops::Inst& inst) {
  return std::max<uint32_t>(inst.bytes, 1) * std::max<uint32_t>(inst.count, 1);
}

/// For each instruction the loop around it, as the first and the last
/// instruction between which it may run again; last < first: none.
std::vector<std::pair<uint32_t, uint32_t>> loops_of(
    const program::Kernel& kernel) {
  const auto size = static_cast<uint32_t>(kernel.code.size());
  std::vector<std::pair<uint32_t, uint32_t>> ways;
  for (uint32_t pc = 0; pc < size; ++pc) {
    const ops::Op* op = kernel.info[pc].op;
    if (op == nullptr || op->event != ops::Event::kBranch) continue;
    const bool many = (static_cast<uint32_t>(op->does) &
                       static_cast<uint32_t>(ops::Does::kManyTargets)) != 0;
    const uint32_t target = many ? 0 : kernel.code[pc].target;
    if (target <= pc) ways.push_back({target, pc});
  }
  std::sort(ways.begin(), ways.end());
  std::vector<std::pair<uint32_t, uint32_t>> loops(size, {1, 0});
  for (size_t i = 0; i < ways.size();) {
    auto [first, last] = ways[i];
    for (; i < ways.size() && ways[i].first <= last; ++i)
      last = std::max(last, ways[i].second);
    std::fill(loops.begin() + first, loops.begin() + last + 1,
              std::pair{first, last});
  }
  return loops;
}

bool writes(const program::Kernel& kernel, const ops::Inst& inst,
            ops::Ref base) {
  if (inst.d == base) return true;
  const auto from =
      kernel.lists.begin() + std::min<size_t>(inst.list, kernel.lists.size());
  const auto left = static_cast<size_t>(kernel.lists.end() - from);
  const auto to =
      from + static_cast<std::ptrdiff_t>(std::min<size_t>(inst.count, left));
  return inst.count > 1 && std::find(from, to, base) != to;
}

}  // namespace

KernelWork::KernelWork(const program::Kernel& kernel) {
  const size_t size = kernel.code.size();
  units_.resize(size);
  joined_.assign(size, 1);
  // By function and base register: offsets of requests.
  std::map<std::pair<uint32_t, ops::Ref>, std::vector<int64_t>> offsets;
  for (size_t pc = 0; pc < size; ++pc) {
    const program::InstInfo& info = kernel.info[pc];
    const ops::Inst& inst = kernel.code[pc];
    if (info.source != nullptr && inst.form != nullptr)
      units_[pc] = ops::unit_of(*info.source, *inst.form);
    if (is_request(info))
      offsets[{info.function, inst.a}].push_back(inst.offset);
  }
  for (auto& [base, all] : offsets) std::sort(all.begin(), all.end());
  const auto loops = loops_of(kernel);
  for (size_t pc = 0; pc < size; ++pc) {
    const program::InstInfo& info = kernel.info[pc];
    const ops::Inst& inst = kernel.code[pc];
    const uint32_t width = width_of(inst);
    if (!is_request(info) || width >= kWidest) continue;
    const auto& all = offsets[{info.function, inst.a}];
    bool joins = std::any_of(all.begin(), all.end(),
                             [&](int64_t o) { return near(o, inst.offset); });
    const auto [first, last] = loops[pc];
    for (uint32_t i = first; i <= last && !joins; ++i)
      joins = writes(kernel, kernel.code[i], inst.a);
    if (joins) joined_[pc] = static_cast<uint8_t>(kWidest / width);
  }
}

}  // namespace simt::checks
