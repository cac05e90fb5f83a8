// SPDX-License-Identifier: MIT
// A backward slice over the instructions that ran. It may take in too much
// (then a livelock is found later or not at all), never too little.
#include "simt/machine/relevance.h"

#include <algorithm>

namespace simt {
namespace {

using ops::Does;

constexpr uint32_t kOffsetBits = 0x3fffffffu;
constexpr uint32_t kWidestRow = kWarpSize * 8;

bool in_frame(ops::Ref ref) { return ref != ops::kNoRef && ref >> 30 == 0; }

// The vector's elements are results of a load, sources of a store, either of
// a mov: for the slice they are both.
void add_list(const program::Kernel& kernel, const ops::Inst& in,
              std::vector<uint32_t>& out) {
  if (in.count < 2) return;
  for (uint32_t e = 0; e < in.count; ++e)
    if (in_frame(kernel.lists[in.list + e]))
      out.push_back(kernel.lists[in.list + e] & kOffsetBits);
}

}  // namespace

Relevance::Relevance(const program::Kernel& kernel, const Executions& begin)
    : kernel_(kernel), begin_(begin.warps), ran_(begin.warps.size(), 0) {
  std::vector<std::set<uint32_t>> rows(kernel.functions.size());
  for (uint32_t pc = 0; pc < kernel.code.size(); ++pc)
    for (const bool results : {false, true})
      for (uint32_t row : rows_of(pc, results))
        rows[kernel.info[pc].function].insert(row);
  for (const auto& sorted : rows)
    rows_.emplace_back(sorted.begin(), sorted.end());
  spans_.resize(kernel.functions.size());
}

std::vector<uint32_t> Relevance::rows_of(uint32_t pc, bool results) const {
  const ops::Inst& in = kernel_.code[pc];
  std::vector<uint32_t> rows;
  auto add = [&](ops::Ref ref) {
    if (in_frame(ref)) rows.push_back(ref & kOffsetBits);
  };
  if (results) {
    add(in.d);
    add(in.p);
  } else {
    for (ops::Ref ref : {in.a, in.b, in.c, in.e, in.guard}) add(ref);
  }
  add_list(kernel_, in, rows);
  return rows;
}

// True for an instruction that does no more than compute its results.
bool Relevance::simple(uint32_t pc) const {
  const ops::Op* op = kernel_.info[pc].op;
  return op != nullptr && op->event == ops::Event::kNothing &&
         !op->is(Does::kEnds | Does::kReturns | Does::kCalls | Does::kWaits |
                 Does::kAsync);
}

bool Relevance::grow(const Executions& now) {
  bool grew = false;
  for (size_t pc = 0; pc < ran_.size(); ++pc) {
    if (ran_[pc] != 0 || now.warps[pc] == begin_[pc]) continue;
    ran_[pc] = 1;
    grew = true;
  }
  if (grew) work_out();
  return grew;
}

void Relevance::take_all() {
  for (size_t f = 0; f < spans_.size(); ++f)
    spans_[f] = {{0, kernel_.functions[f].frame_bytes}};
}

/// Values that come from a clock, as far as arithmetic carries them. A
/// predicate, and what it selects, is a decision and stays.
void Relevance::take_clocks_out(std::vector<std::set<uint32_t>>& matter) {
  std::vector<std::set<uint32_t>> clocks(matter.size());
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t pc = 0; pc < ran_.size(); ++pc) {
      const ops::Op* op = kernel_.info[pc].op;
      if (ran_[pc] == 0 || op == nullptr || !simple(pc)) continue;
      if (op->is(Does::kDecides)) continue;
      auto& rows = clocks[kernel_.info[pc].function];
      const auto from = rows_of(pc, false);
      if (!op->is(Does::kReadsClock) &&
          std::none_of(from.begin(), from.end(),
                       [&](uint32_t row) { return rows.count(row) != 0; }))
        continue;
      reads_clock_ = true;
      for (uint32_t row : rows_of(pc, true)) grew |= rows.insert(row).second;
    }
  }
  for (size_t f = 0; f < matter.size(); ++f)
    for (uint32_t row : clocks[f]) matter[f].erase(row);
}

void Relevance::work_out() {
  std::vector<std::set<uint32_t>> matter(spans_.size());
  for (uint32_t pc = 0; pc < ran_.size(); ++pc) {
    if (ran_[pc] == 0) continue;
    const ops::Op* op = kernel_.info[pc].op;
    // Their operands do not tell the whole story: frames, carry, matrices.
    if ((op != nullptr && op->is(Does::kCalls | Does::kFrame)) ||
        kernel_.code[pc].form->carry)
      return take_all();
    if (simple(pc)) continue;
    for (uint32_t row : rows_of(pc, false))
      matter[kernel_.info[pc].function].insert(row);
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t pc = 0; pc < ran_.size(); ++pc) {
      if (ran_[pc] == 0) continue;
      auto& rows = matter[kernel_.info[pc].function];
      const auto results = rows_of(pc, true);
      if (std::none_of(results.begin(), results.end(),
                       [&](uint32_t row) { return rows.count(row) != 0; }))
        continue;
      for (uint32_t row : rows_of(pc, false)) grew |= rows.insert(row).second;
    }
  }
  take_clocks_out(matter);
  for (size_t f = 0; f < spans_.size(); ++f) {
    spans_[f].clear();
    for (uint32_t row : matter[f]) {
      const auto next = std::upper_bound(rows_[f].begin(), rows_[f].end(), row);
      const uint32_t end =
          next == rows_[f].end() ? kernel_.functions[f].frame_bytes : *next;
      spans_[f].push_back({row, std::min(end - row, kWidestRow)});
    }
  }
}

}  // namespace simt
