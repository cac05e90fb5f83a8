// SPDX-License-Identifier: MIT
// Numbers the accesses that cells refer to. A bounded list; whoever adds to a
// full one must forget first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/races/block_order.h"
#include "simt/races/record.h"

namespace simt::races {

class Records {
 public:
  /// Holds `most` records, less than 2^26.
  explicit Records(size_t most) : most_(most) {}

  const Record& operator[](Mark mark) const {
    return records_[(mark >> kWarpBits) - first_];
  }
  size_t size() const { return records_.size(); }
  /// No mark below it is of a record that is there.
  Mark first() const { return first_ << kWarpBits; }
  /// Below any mark that is added from now on, above all others.
  Mark next() const {
    return (first_ + static_cast<uint32_t>(records_.size())) << kWarpBits;
  }

  void start_block(uint32_t slot);
  /// The mark of `record`, which is added unless it is the one that its warp
  /// made last at this pc (or at one that shares its place). 0: the list is
  /// full.
  Mark mark_of(uint32_t slot, const Record& record) {
    const Epoch& epoch = record.epoch;
    Recent& last = recent_[slot]->of[epoch.warp][record.pc & 15];
    if (last.mark >= first() && last.pc == record.pc &&
        last.phase == epoch.phase && last.clock == epoch.clock)
      return last.mark;
    if (records_.size() >= most_) return 0;
    last = {next() | epoch.warp, record.pc, epoch.phase, epoch.clock};
    records_.push_back(record);
    return last.mark;
  }

  /// Lets all records go. False: the numbers have run out, and restart() must
  /// follow.
  bool drop();
  /// As drop(), and begins the numbers anew: old marks must be cleared.
  void restart();

 private:
  struct Recent {
    Mark mark = 0;
    uint32_t pc = 0, phase = 0, clock = 0;
  };
  struct SlotRecent {
    std::array<std::array<Recent, 16>, kMostWarps> of{};
  };

  size_t most_;
  uint32_t first_ = 1;  // number of records_[0]
  std::vector<Record> records_;
  std::vector<std::unique_ptr<SlotRecent>> recent_;  // by slot
};

}  // namespace simt::races
