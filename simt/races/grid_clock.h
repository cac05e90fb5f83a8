// SPDX-License-Identifier: MIT
// A vector clock with an entry for every block of a run: a value that is cheap
// to copy and to join, because equal parts are shared. Knows nothing of
// addresses.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "simt/races/block_order.h"

namespace simt::races {

/// What is known of one block: everything before its barrier number `phase`
/// (phases count whole barriers, the first is 1), and `inside` that phase what
/// the message says. Phase 0: nothing.
struct BlockClock {
  uint32_t phase = 0;
  std::shared_ptr<const VectorClock> inside;

  bool operator==(const BlockClock&) const = default;

  /// Of `lanes` of `warp` of the block, which accessed in phase `then` at
  /// `clock`: those whose access is not known.
  LaneMask unknown(uint32_t then, uint32_t warp, LaneMask lanes,
                   uint32_t clock) const;
};

/// Blocks have serial numbers that no two blocks of a run share.
class GridClock {
 public:
  bool empty() const { return root_ == nullptr; }
  /// Stays where it is until the value changes.
  const BlockClock& find(uint32_t serial) const;
  /// Joins what is known of one block.
  void add(uint32_t serial, const BlockClock& clock);
  void join(const GridClock& other) { join_others(other, kNoBlock); }
  /// Joins what is known of all blocks but one.
  void join_others(const GridClock& other, uint32_t serial);
  void clear() { *this = {}; }
  /// True when both are the same value in memory; false says nothing.
  bool same(const GridClock& other) const { return root_ == other.root_; }

 private:
  static constexpr uint32_t kFan = 4, kBits = 2;
  static constexpr uint32_t kNoBlock = ~uint32_t{0};
  struct Node;
  using Link = std::shared_ptr<const Node>;
  struct Node {
    std::array<Link, kFan> child;        // above level 0
    std::array<BlockClock, kFan> clock;  // at level 0
  };

  static Link added(const Link& to, uint32_t serial, const BlockClock& clock,
                    int level);
  static Link joined(const Link& a, const Link& b, int level, uint32_t but);
  void lift(int level);

  Link root_;
  int level_ = 0;  // of root_
};

}  // namespace simt::races
