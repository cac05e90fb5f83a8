// SPDX-License-Identifier: MIT
// The blocks of a launch in order: which one starts next, which are resident,
// whose turn it is. Knows nothing of how they run.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "simt/machine/dice.h"
#include "simt/machine/fresh_blocks.h"

namespace simt {

/// Which block starts next. In all but kPlain the dice choose, also whose turn
/// it is.
enum class StartOrder : uint8_t {
  kPlain,    // the one of the lowest number
  kFitting,  // one that fits with all blocks before it
  kAny,      // whichever
};

class ResidentBlocks {
 public:
  /// `first_slot`: as in Launch.
  ResidentBlocks(const FreshBlocks& fresh, const LaunchShape& shape,
                 uint32_t first_slot, Dice& dice, StartOrder order)
      : fresh_(fresh),
        most_(shape.resident),
        together_(shape.cluster_blocks),
        first_slot_(first_slot),
        dice_(dice),
        order_(order),
        end_(shape.blocks / shape.cluster_blocks) {
    if (order == StartOrder::kAny) turned_ = dice.next() % end_;
  }

  /// Only blocks [begin, end) of the launch, which has no clusters, start here,
  /// at most so many at a time.
  void limit_to(uint64_t begin, uint64_t end, uint32_t most) {
    next_ = begin;
    end_ = end;
    most_ = std::min(most_, most);
  }

  /// Starts the blocks of a cluster, by rank, whose turns come last. None: all
  /// have started, or there is no room.
  const std::vector<Block*>& start();
  /// The block has ended: another one may take its place.
  void finish(Block& block);
  uint64_t not_started() const {
    return (end_ - next_ + early_.size()) * together_;
  }

  /// In the order of their turns.
  const std::deque<Block*>& all() const { return turns_; }
  /// True when a warp of some block can run.
  bool any_runnable() const;

  /// The block whose turn it is; some block must be resident.
  Block& take_turn();
  /// The turn of the first block has passed, at `now` warp instructions;
  /// `acted`: it had an effect. After long without any the dice rest until each
  /// resident block has had a turn.
  void pass(uint64_t now, bool acted);
  /// The blocks that started last have the next turns.
  void last_first() {
    if (in_line_ > 0) in_line_ += together_;
    for (uint32_t i = 0; i < together_; ++i) {
      turns_.push_front(turns_.back());
      turns_.pop_back();
    }
  }

 private:
  uint32_t next_cluster();
  Block* free_block();
  void line_up();

  const FreshBlocks& fresh_;
  uint32_t most_;
  const uint32_t together_;  // blocks of a cluster
  const uint32_t first_slot_;
  Dice& dice_;
  const StartOrder order_;
  uint64_t next_ = 0, end_;         // of clusters, as all below
  uint64_t turned_ = 0;             // kAny: the number that is counted as 0
  std::vector<uint32_t> early_;     // a seed's choice: the next to be started
  std::vector<Block*> fresh_ones_;  // that started last
  std::vector<std::unique_ptr<Block>> slots_;  // from first_slot_ on
  std::vector<uint32_t> free_slots_;
  std::deque<Block*> turns_;  // started, not finished
  size_t quiet_ = 0;          // turns in a row without any effect
  size_t in_line_ = 0;        // turns until the dice choose again
  bool backwards_ = false;    // the order of the next such turns
};

}  // namespace simt
