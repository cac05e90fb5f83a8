// SPDX-License-Identifier: MIT
// What was last done to each word of a block's shared memory, and by whom; a
// cell is 4 bytes until a narrower access makes it one byte. Finds pairs that
// nothing orders. Knows nothing of source lines.
//
// Marks: each (warp, instruction, clock) gets a number; all marks below
// base_ come before everything that follows, so a barrier of the whole block
// clears nothing, it only raises base_.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/ops/event.h"
#include "simt/races/block_order.h"

namespace simt::races {

/// What an access does, as far as races are concerned.
enum class Touch : uint8_t {
  kRead,
  kWrite,
  kAtomic,      // an atomic, or a relaxed (or stronger) store
  kStrongRead,  // a relaxed (or stronger) load
};

/// Two accesses that nothing orders.
struct RacePair {
  struct Side {
    uint32_t pc = 0;
    uint32_t warp = 0;
    int lane = 0;
    Touch touch = Touch::kRead;
  };
  Side before;  // the one seen first
  Side now;
  uint64_t address = 0;  // byte offset of the cell
  uint32_t bytes = 4;    // of a cell
  uint32_t pairs = 1;    // threads on the side of `before`
  bool more = false;     // some readers were not remembered
};

class RaceSink {
 public:
  virtual ~RaceSink() = default;
  virtual void on_race(const RacePair& pair) = 0;
};

class SharedCells {
 public:
  /// A block begins. `bytes` of shared memory; `byte_cells`: start with cells
  /// of one byte; `partial`: some barriers may join only a part of the block,
  /// so that every reader must be remembered.
  void start_block(uint64_t bytes, const BlockOrder& order, bool byte_cells,
                   bool partial);
  /// Every thread of the block met.
  void start_phase();

  bool byte_cells() const { return shift_ == 0; }
  /// True when something had to be forgotten; races may have been missed.
  bool overflowed() const { return overflowed_; }

  void on_access(const Access& access, Touch touch, RaceSink& sink);

 private:
  using Mark = uint32_t;  // sequence << 5 | warp; 0: nobody

  struct Record {
    uint32_t pc = 0;
    uint32_t clock = 0;
    Touch touch = Touch::kRead;
  };
  struct Entry {
    Mark mark = 0;
    LaneMask lanes = 0;
  };
  /// The access that is being looked at.
  struct Now {
    Mark mark = 0;
    uint32_t pc = 0, warp = 0;
    int lane = 0;
    Touch touch = Touch::kRead;
    const Access* access = nullptr;
    RaceSink* sink = nullptr;
    Entry counted;  // earlier side already counted for this lane
  };
  struct Recent {
    uint32_t pc = 0, clock = 0;
    Mark mark = 0;
  };
  struct WarpRecent {
    std::array<Recent, 16> of{};
  };

  const Record& record(Mark mark) const {
    return records_[(mark >> 5) - first_];
  }
  Mark mark_of(uint32_t warp, uint32_t pc, Touch touch);
  void use_byte_cells();
  void forget();

  bool load_row(size_t cell, size_t cells, Mark mark);
  bool store_row(size_t cell, size_t cells, Mark mark);
  bool load_one(size_t cell, Mark mark, LaneMask lanes);
  bool load_run(size_t cell, Mark mark, int lane);
  LaneMask load_runs(const Access& access, Mark mark);
  void visit_lanes(const Access& access, LaneMask lanes, Now& now);
  void visit(size_t cell, Now& now);
  void read(size_t cell, Now& now);
  bool repeats(size_t cell, const Now& now) const;
  void write(size_t cell, Now& now);
  void atomic(size_t cell, Now& now);
  void check_writer(size_t cell, Now& now);
  void check_touched(size_t cell, Now& now, bool reads, bool atomics);
  void compare(size_t cell, const Entry& before, Now& now, bool more);
  void remember(size_t cell, const Now& now);
  bool renew(Entry& entry, const Now& now) const;

  int shift_ = 2;
  bool partial_ = false, overflowed_ = false;
  uint32_t first_ = 1;  // sequence number of records_[0]
  Mark base_ = 1u << 5;
  const BlockOrder* order_ = nullptr;
  std::vector<Record> records_;
  std::vector<WarpRecent> recent_;
  // By cell. Entries below base_ mean nothing. A second toucher is there only
  // with a first. full_ == base_: two warps read the cell, and no more readers
  // need be remembered to find any race with a later write.
  std::vector<Mark> writer_, touch_[2], full_;
  std::vector<LaneMask> writer_lane_, touch_lanes_[2];
  std::unordered_map<size_t, std::vector<Entry>> more_;
};

}  // namespace simt::races
