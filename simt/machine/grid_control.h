// SPDX-License-Identifier: MIT
// What griddepcontrol does to one launch (PTX ISA 9.7.13.13): which blocks have
// let later launches begin, and who waits for earlier ones. Runs nothing.
#pragma once

#include <deque>

#include "simt/machine/block.h"
#include "simt/machine/dice.h"
#include "simt/machine/machine.h"

namespace simt {

class GridControl {
 public:
  /// Of a launch with so many blocks.
  GridControl(const Settings& settings, uint64_t blocks, Dice& dice)
      : settings_(settings), blocks_(blocks), dice_(dice) {}

  /// A thread of the block lets dependents begin. True: all blocks have, now.
  bool trigger(Block& block);
  /// The block has ended, which lets them begin, too.
  void end(Block& block) { trigger(block); }
  /// Whether the launches have ended that a thread of the block waits for.
  bool done(Block& block);

  /// Whether the launch, all blocks of which have `begun`, is left now, so that
  /// a dependent begins beside it. A seed's choice.
  bool gives_way(bool begun);
  /// All blocks have ended or let dependents begin.
  bool has_let() const { return released_ == blocks_; }
  /// Whether the launch is left because some thread waits for other launches.
  bool holds(const std::deque<Block*>& blocks);
  /// The launch goes on: whoever waited for others looks again.
  void go_on(const std::deque<Block*>& blocks);

  /// It was left, and could go on at once.
  bool paused() const { return paused_; }
  /// Whether threads that wait may go on.
  bool ready() const { return paused_ || (held_ && grids_done()); }
  /// Whether some block let dependents begin after a wait of its own: then they
  /// begin after all that this launch waited for.
  bool waited_first() const { return waited_first_; }

 private:
  bool grids_done() const {
    return !settings_.grids_done || settings_.grids_done();
  }

  const Settings& settings_;
  const uint64_t blocks_;
  Dice& dice_;
  uint64_t released_ = 0;  // blocks that let dependents begin
  bool waited_first_ = false, paused_ = false, held_ = false;
};

}  // namespace simt
