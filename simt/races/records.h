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
  bool full() const { return records_.size() >= most_; }
  /// No mark below it is of a record that is there.
  Mark first() const { return first_ << kWarpBits; }
  /// Below any mark that is added from now on, above all others.
  Mark next() const {
    return (first_ + static_cast<uint32_t>(records_.size())) << kWarpBits;
  }

  void start_block(uint32_t slot);
  /// The mark of the record that a warp made in this epoch at `pc`; 0 when it
  /// is not at hand.
  Mark recent(uint32_t slot, const Epoch& epoch, uint32_t pc) const {
    const Recent& known = recent_[slot]->of[epoch.warp][pc & 15];
    const bool same = known.mark >= first() && known.pc == pc &&
                      known.phase == epoch.phase && known.clock == epoch.clock;
    return same ? known.mark : 0;
  }
  Mark add(uint32_t slot, const Record& record);

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
