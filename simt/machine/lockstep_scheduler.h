// SPDX-License-Identifier: MIT
// A warp before Volta: one split runs, the others wait for their turn. Lanes
// that diverge at a branch run one side after the other and reconverge at the
// branch's immediate post-dominator; nobody goes on from there alone. Which
// side comes first is open: a seed decides.
#pragma once

#include "simt/machine/dice.h"
#include "simt/machine/warp_scheduler.h"

namespace simt {

class LockstepScheduler final : public WarpScheduler {
 public:
  /// `random`: the dice choose the side that runs first.
  LockstepScheduler(const program::Kernel& kernel, Dice& dice, bool random)
      : kernel_(kernel), dice_(dice), random_(random) {}

  Split* pick_in_round(Warp& warp) override;
  void diverged(Warp& warp, const Join& join) override;

 private:
  Split* pick_of_several(Warp& warp) override;
  Split* running(Warp& warp);
  Split* choose(Warp& warp, const Join& join);

  const program::Kernel& kernel_;
  Dice& dice_;
  const bool random_;
};

}  // namespace simt
