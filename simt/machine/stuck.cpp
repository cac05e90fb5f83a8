// SPDX-License-Identifier: MIT
// When nothing can run any more: who waits where, and for whom.
#include <bit>

#include "simt/machine/grid.h"

namespace simt {
namespace {

using Wait = Split::Wait;
using Why = Stuck::Group::Why;

Why why_of(const Split& split) {
  if (split.wait == Wait::kBarrier) return Why::kBlockBarrier;
  return split.wait == Wait::kWarp ? Why::kWarpMask : Why::kRunning;
}

}  // namespace

// Splits of one warp that wait by a mask tell on those that do not come.
void Grid::blame(const Block& block, const Warp& warp) {
  for (const Split& s : warp.splits) {
    if (s.wait != Wait::kWarp) continue;
    MaskError error;
    error.kind = MaskError::Kind::kNeverArrives;
    error.at = {block.index, block.slot, warp.index};
    error.pc = error.other_pc = s.pc;
    error.mask = s.asked;
    error.exited = s.asked & ~warp.live;
    error.lanes = s.asked & warp.live & ~s.mask;
    for (const Split& other : warp.splits) {
      if ((other.mask & error.lanes) == 0) continue;
      error.other_pc = other.pc;
      if (other.wait == Wait::kWarp)
        error.kind = MaskError::Kind::kDifferentPlaces;
    }
    observer_->on_mask_error(error);
  }
}

Outcome Grid::explain(Stuck::Kind kind) {
  Stuck stuck;
  stuck.kind = kind;
  stuck.blocks_not_started = blocks_ - next_block_;
  stuck.blocks_resident = queue_.size();
  for (const Block* block : queue_) {
    stuck.threads_exited += block->exited_threads;
    for (const Warp& warp : block->warps) {
      if (kind == Stuck::Kind::kDeadlock) blame(*block, warp);
      for (const Split& s : warp.splits) {
        Stuck::Group group;
        group.at = {block->index, block->slot, warp.index};
        group.lanes = s.mask;
        group.pc = s.pc;
        group.why = why_of(s);
        group.barrier = s.barrier;
        group.mask = s.asked;
        stuck.groups.push_back(group);
      }
    }
  }
  observer_->on_stuck(stuck);
  return Outcome::kStuck;
}

}  // namespace simt
