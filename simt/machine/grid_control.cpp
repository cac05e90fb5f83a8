// SPDX-License-Identifier: MIT
// A block lets dependents begin by its first thread that says so, or by its
// end.
#include "simt/machine/grid_control.h"

#include <algorithm>

namespace simt {
namespace {

using Wait = Split::Wait;

template <class Act>
void each_held(const std::deque<Block*>& blocks, const Act& act) {
  for (Block* block : blocks)
    for (Warp& warp : block->warps)
      for (Split& split : warp.splits)
        if (split.wait == Wait::kGrids) act(split);
}

}  // namespace

bool GridControl::trigger(Block& block) {
  if (block.released) return false;
  block.released = true;
  ++released_;
  waited_first_ = waited_first_ || block.waited_for_grids;
  return released_ == blocks_;
}

bool GridControl::done(Block& block) {
  if (!grids_done()) return false;
  block.waited_for_grids = true;
  return true;
}

bool GridControl::gives_way(bool begun) {
  const bool lets = has_let() || (begun && settings_.lets_at_start);
  const bool may =
      settings_.schedule != 0 && lets && settings_.dependent_waits != nullptr;
  paused_ = may && dice_.below(2) == 0 && settings_.dependent_waits(has_let());
  return paused_;
}

bool GridControl::holds(const std::deque<Block*>& blocks) {
  bool any = false;
  each_held(blocks, [&](Split&) { any = true; });
  held_ = any && !grids_done();
  return held_;
}

void GridControl::go_on(const std::deque<Block*>& blocks) {
  paused_ = held_ = false;
  each_held(blocks, [](Split& split) { split.wait = Wait::kNone; });
}

}  // namespace simt
