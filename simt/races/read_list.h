// SPDX-License-Identifier: MIT
// Reads in the order in which they came, told again in that order. The reads
// of a loop take no more room than those of its first rounds. Knows nothing of
// cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "simt/races/record.h"

namespace simt::races {

/// A read, or a part of one: lane i of `lanes` at base + stride * (i - first
/// lane).
struct Read {
  uint64_t base = 0;
  int64_t stride = 0;
  Mark mark = 0;
  LaneMask lanes = 0;
  uint8_t bytes = 0;
};

/// What one instruction of a loop reads in equal steps is a run. After each
/// read the list expects the run that came next the last time, and writes down
/// where another one does.
class ReadList {
 public:
  void add(const Read& read);
  /// How often a run came that was not expected: at most once for each read.
  size_t kept() const { return turns_.size(); }
  void clear() { *this = {}; }

  /// f(read), the oldest first.
  template <class F>
  void each(F f) const {
    std::vector<uint32_t> next(runs_.size(), kNone);
    std::vector<int64_t> told(runs_.size(), 0);
    uint32_t run = kNone;
    const auto tell = [&](uint32_t now) {
      const Run& all = runs_[now];
      f(Read{all.base + static_cast<uint64_t>(all.step * told[now]++),
             all.stride, all.mark, all.lanes, all.bytes});
      run = now;
    };
    const auto tell_expected = [&](uint32_t count) {
      for (; count > 0; --count) tell(next[run]);
    };
    for (const Turn& turn : turns_) {
      tell_expected(turn.expected);
      if (run != kNone) next[run] = turn.run;
      tell(turn.run);
    }
    tell_expected(expected_);
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  struct Run {
    uint64_t base;
    int64_t stride;
    int32_t step;  // bytes from one read to the next
    uint32_t count, next;
    Mark mark;
    LaneMask lanes;
    uint8_t bytes;
  };
  struct Turn {  // `expected` reads came as expected, then one of `run`
    uint32_t expected, run;
  };

  bool takes(uint32_t run, const Read& read);
  uint32_t& latest_of(const Read& read);
  void make_room();
  uint32_t run_of(const Read& read);

  std::deque<Run> runs_;
  std::deque<Turn> turns_;
  std::vector<uint32_t> latest_;  // runs, by a hash of mark and lanes
  size_t marks_ = 0;              // places of latest_ that are taken
  uint32_t last_ = kNone, expected_ = 0;
};

}  // namespace simt::races
