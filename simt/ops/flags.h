// SPDX-License-Identifier: MIT
// Words that volatile stores of a part of a launch have written, which other
// blocks may read: flags. Knows who stored there last, and whether it may have
// told something else since. See Owners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::ops {

/// A flag is fresh as long as its block has stored to no other one behind a
/// barrier that followed, nor its thread to any. Then no second flag can say
/// that the first was stored, and nobody who reads it misses a fence
/// (SyncOrder::explain finds none).
class Flags {
 public:
  /// A launch begins. Its threads are named from `first` on, `block` for each
  /// block.
  void start(uint32_t first, uint32_t block) {
    first_ = first;
    block_ = block;
    stores_.clear();
  }
  /// What follows is of a block in this slot; `met`: how many of its barriers
  /// have opened.
  void enter(uint32_t slot, const uint32_t& met) {
    if (slot >= stores_.size()) stores_.resize(slot + 1);
    now_ = &stores_[slot];
    met_ = &met;
  }

  bool same_block(uint32_t a, uint32_t b) const {
    return (a - first_) / block_ == (b - first_) / block_;
  }
  /// Thread `me` of the block is about to store to `cell` with an order, as to
  /// a flag or otherwise. Calls stale(cell, owner) for flags that no longer are
  /// fresh.
  template <class F>
  void store(uint32_t me, size_t cell, bool flag, F stale) {
    Stores& mine = *now_;
    const uint32_t block = (me - first_) / block_;
    if (mine.block != block || mine.met != *met_) {
      if (mine.block == block) let_go(mine, stale);
      mine.block = block;
      mine.met = *met_;
      mine.cell_of.clear();
    }
    if (mine.cell_of.empty()) {
      if (!flag) return;
      mine.cell_of.assign(block_, kNone);
    }
    size_t& last = mine.cell_of[(me - first_) % block_];
    if (last != kNone && last != cell) stale(last, me);
    last = flag ? cell : kNone;
  }

 private:
  static constexpr size_t kNone = ~size_t{0};

  /// What a block has stored to since its last barrier.
  struct Stores {
    uint32_t block = ~uint32_t{0}, met = 0;
    std::vector<size_t> cell_of;  // by thread: its flag; empty: there is none
  };

  template <class F>
  void let_go(const Stores& of, F stale) {
    for (size_t i = 0; i < of.cell_of.size(); ++i)
      if (of.cell_of[i] != kNone)
        stale(of.cell_of[i],
              first_ + of.block * block_ + static_cast<uint32_t>(i));
  }

  uint32_t first_ = 0, block_ = 1;
  std::vector<Stores> stores_;  // by slot
  Stores* now_ = nullptr;
  const uint32_t* met_ = nullptr;
};

}  // namespace simt::ops
