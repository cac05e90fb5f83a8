// SPDX-License-Identifier: MIT
// What was last done to each word of a block's shared memory; a cell is 4
// bytes until a narrower access makes it one byte. Knows nothing of source
// lines.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/races/held_reads.h"
#include "simt/races/history.h"
#include "simt/races/limits.h"

namespace simt::races {

/// All marks below base_ come before everything that follows, so a barrier of
/// the whole block clears nothing, it only raises base_.
class SharedCells : private History<SharedCells> {
 public:
  /// `spare`: room for reads that wait, of all blocks.
  SharedCells(const Ordering& ordering, PairSink& sink, const Limits& limits,
              HeldReads& spare);

  /// A block begins. `bytes` of shared memory; `byte_cells`: start with cells
  /// of one byte; `partial`: some barriers may join only a part of the block,
  /// so that every reader must be remembered. `only_whether`: it does not
  /// matter which accesses race, and a race may be found where there is none.
  void start_block(uint64_t bytes, bool byte_cells, bool partial,
                   bool only_whether);
  /// Every thread of the block met.
  void start_phase();
  /// All lanes of a warp met: what they did before comes before what they do.
  void meet(uint32_t warp) { met_[warp] = records_.next(); }
  /// To be called before some of the block's threads learn anything of others.
  void catch_up();
  /// `record.use` is not volatile.
  void on_access(const Access& access, const Record& record);

  bool byte_cells() const { return shift_ == 0; }
  using History::forgotten;

 private:
  friend class History<SharedCells>;
  using Cell = size_t;
  static constexpr ptx::Space kSpace = ptx::Space::kShared;
  static bool merges(const Record& old, const Record& now) {
    return old.epoch.same_warp(now.epoch);
  }

  // For History.
  /// An atomic of a warp and an older one, of which less is ordered before what
  /// follows.
  bool stands_for(const Record& old, const Record& now) const {
    return only_whether_ && now.use == Use::kAtomic && merges(old, now);
  }
  bool passed(Mark mark, const Now& now) const {
    return warp_of(mark) == warp_of(now.mark) && mark < met_[warp_of(mark)];
  }
  Entry writer(Cell cell) const { return {writer_[cell], writer_lane_[cell]}; }
  void set_writer(Cell cell, const Entry& entry);
  template <class F>
  void each_touched(Cell cell, const Now& now, F f) const;
  void remember(Cell cell, const Now& now);
  void clear_touched(Cell cell);
  bool readers_left_out(Cell cell) const { return full_[cell] == base_; }
  int width(Cell) const { return shift_; }
  uint64_t address(Cell cell, const Now&) const {
    return static_cast<uint64_t>(cell) << shift_;
  }
  void clear();

  void use_byte_cells();
  bool hold(const Access& access, const Record& record);
  void take(const Access& access, const Record& record);
  void visit_lanes(const Access& access, LaneMask lanes, Now& now);
  template <class Usual>
  void each_cell(const Access& access, LaneMask lanes, Now& now, Usual usual);
  void unusual(Cell cell, int lane, Now& now);
  bool meets_alike(Cell cell, const Now& now) const;
  // shared_rows.cpp
  bool load_row(size_t cell, size_t cells, Mark mark);
  bool store_row(size_t cell, size_t cells, Mark mark);
  bool load_one(size_t cell, Mark mark, LaneMask lanes);
  bool load_run(size_t cell, Mark mark, int lane);
  LaneMask load_runs(const Access& access, Mark mark);
  bool update_one(size_t cell, size_t cells, LaneMask lanes, Now& now);
  struct Turns {  // of the lanes of one access
    Mark before = 0;
    LaneMasks after{};  // for each lane of `before`: the lanes that know of it
  };
  LaneMask may_renew(const Entry& entry, const Now& now, Turns& turns) const;
  void remember_all(Cell cell, LaneMask lanes, const Now& now, Turns& turns);

  int shift_ = 2;
  bool partial_ = false, only_whether_ = false;
  std::array<Mark, kMostWarps> met_{};  // by warp: the next mark at that time
  // By cell. Entries below base_ mean nothing. A second toucher is there only
  // with a first. full_ == base_: two warps read the cell, and no more readers
  // need be remembered to find any race with a later write.
  std::vector<Mark> writer_, touch_[2], full_;
  std::vector<LaneMask> writer_lane_, touch_lanes_[2];
  struct More {
    std::vector<Entry> entries;
    bool only_reads = true;    // which no read need be compared with
    bool only_updates = true;  // likewise: see updates_word()
    void note(const Record& record) {
      only_reads = only_reads && races::only_reads(record.use);
      only_updates = only_updates && updates_word(record);
    }
  };
  std::unordered_map<size_t, More> more_;
  // Since the last barrier there were only reads, and all of them wait: they
  // matter when something else follows, and no more after the next barrier.
  bool quiet_ = true;
  HeldReads held_;
  HeldReads& spare_;
};

}  // namespace simt::races
