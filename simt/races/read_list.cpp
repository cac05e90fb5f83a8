// SPDX-License-Identifier: MIT
// Which run a read continues. Hot.
#include "simt/races/read_list.h"

#include <algorithm>
#include <utility>

namespace simt::races {
namespace {

constexpr uint64_t kSpread = 0x9e3779b97f4a7c15u;  // bits of a hash
constexpr size_t kMostLatest = size_t{1} << 18;    // 1 MB

}  // namespace

/// Adds the read to the run, if it continues it.
bool ReadList::takes(uint32_t run, const Read& read) {
  if (run == kNone) return false;
  Run& all = runs_[run];
  if (all.mark != read.mark || all.lanes != read.lanes ||
      all.bytes != read.bytes || all.stride != read.stride ||
      all.count == kNone)
    return false;
  const auto from_first = static_cast<int64_t>(read.base - all.base);
  if (all.count == 1) {
    if (from_first != static_cast<int32_t>(from_first)) return false;
    all.step = static_cast<int32_t>(from_first);
  }
  if (from_first != int64_t{all.step} * all.count) return false;
  ++all.count;
  return true;
}

/// Where the latest run with the mark and lanes of `read` stands in latest_, or
/// an empty place.
uint32_t& ReadList::latest_of(const Read& read) {
  const size_t last = latest_.size() - 1;  // the size is a power of two
  uint64_t hash = (uint64_t{read.mark} << 32 | read.lanes) * kSpread;
  for (hash >>= 32; true; ++hash) {
    uint32_t& run = latest_[hash & last];
    if (run == kNone) return run;
    if (runs_[run].mark == read.mark && runs_[run].lanes == read.lanes)
      return run;
  }
}

void ReadList::make_room() {
  if (latest_.size() >= kMostLatest) latest_.clear();
  marks_ = 0;
  const std::vector<uint32_t> old = std::exchange(
      latest_,
      std::vector<uint32_t>(std::max<size_t>(64, latest_.size() * 2), kNone));
  for (const uint32_t run : old) {
    if (run == kNone) continue;
    Read read;
    read.mark = runs_[run].mark;
    read.lanes = runs_[run].lanes;
    latest_of(read) = run;
    ++marks_;
  }
}

/// The run of a read that was not expected: one of its mark, or a new one.
uint32_t ReadList::run_of(const Read& read) {
  if (marks_ * 2 >= latest_.size()) make_room();
  uint32_t& latest = latest_of(read);
  if (takes(latest, read)) return latest;
  if (latest == kNone) ++marks_;
  latest = static_cast<uint32_t>(runs_.size());
  runs_.push_back(
      {read.base, read.stride, 0, 1, kNone, read.mark, read.lanes, read.bytes});
  return latest;
}

void ReadList::add(const Read& read) {
  const uint32_t next = last_ == kNone ? kNone : runs_[last_].next;
  if (expected_ != kNone && takes(next, read)) {
    ++expected_;
    last_ = next;
    return;
  }
  const uint32_t run = run_of(read);
  if (last_ != kNone) runs_[last_].next = run;
  turns_.push_back({expected_, run});
  expected_ = 0;
  last_ = run;
}

}  // namespace simt::races
