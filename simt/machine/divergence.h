// SPDX-License-Identifier: MIT
// How the lanes of a warp diverge: a split becomes several. Knows nothing of
// which one runs next.
#pragma once

#include <vector>

#include "simt/machine/block.h"
#include "simt/machine/warp_scheduler.h"

namespace simt {

/// A Split& that is passed is of the warp's splits; every function may move
/// them.
class Divergence {
 public:
  /// Tells `scheduler` of each divergence.
  Divergence(const program::Kernel& kernel, WarpScheduler& scheduler)
      : kernel_(kernel), scheduler_(scheduler) {}

  /// Adds `other`, whose lanes were another split's; they reconverge at
  /// `join`.
  void add(Warp& warp, const Split& other, const Join& join);

  /// Of a split at a branch, the lanes `taken` go to `target`.
  void branch(Warp& warp, Split& split, LaneMask taken, uint32_t target);

  /// Likewise, each of `taken` to its own target. True: the split diverged.
  bool branch_many(Warp& warp, Split& split, LaneMask taken,
                   const uint32_t* targets);

  /// The lanes outside `mask` go on after the instruction. Returns the split
  /// of `mask`, which stays.
  Split& leave_behind(Warp& warp, Split& split, LaneMask mask) {
    return mask == split.mask ? split : separate(warp, split, mask);
  }

  /// The `lanes` come to the instruction again, when the others, which go on
  /// after it, wait or have run for long.
  void stay_behind(Warp& warp, Split& split, LaneMask lanes);

  /// Takes lanes that exit out of the split; the others go on after the
  /// instruction. Splits that wait for lanes of the warp look again.
  static void exit(Warp& warp, Split& split, LaneMask lanes);

 private:
  Split& separate(Warp& warp, Split& split, LaneMask mask);
  Join join_of(const Split& split) const;
  void diverged(Warp& warp, const Join& join);

  const program::Kernel& kernel_;
  WarpScheduler& scheduler_;
  std::vector<Split> fresh_;  // of a branch with many targets
};

}  // namespace simt
