// SPDX-License-Identifier: MIT
// Collects the rows that are read, once for a kernel.
#include "simt/program/results.h"

#include <algorithm>
#include <unordered_set>

namespace simt::program {
namespace {

bool exchanges(const InstInfo& info) {
  if (info.op == nullptr || info.op->event != ops::Event::kAtomic) return false;
  const std::vector<std::string>& words = info.source->modifiers;
  return std::find(words.begin(), words.end(), "exch") != words.end();
}

}  // namespace

std::vector<uint8_t> results_used(const Kernel& kernel) {
  std::unordered_set<ops::Ref> read(kernel.lists.begin(), kernel.lists.end());
  for (const ops::Inst& in : kernel.code)
    read.insert({in.a, in.b, in.c, in.e, in.guard});
  read.erase(ops::kNoRef);
  std::vector<uint8_t> used;
  for (const ops::Inst& in : kernel.code) used.push_back(read.count(in.d));
  return used;
}

std::vector<uint8_t> only_exchanges(const Kernel& kernel) {
  std::vector<uint8_t> found(kernel.info.size());
  if (std::none_of(kernel.info.begin(), kernel.info.end(), exchanges))
    return found;
  const std::vector<uint8_t> used = results_used(kernel);
  for (size_t pc = 0; pc < found.size(); ++pc)
    found[pc] = exchanges(kernel.info[pc]) && used[pc] == 0;
  return found;
}

}  // namespace simt::program
