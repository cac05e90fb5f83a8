// SPDX-License-Identifier: MIT
// Independent threads, since Volta: every split of a warp gets on, whatever
// another one waits for.
#pragma once

#include "simt/machine/dice.h"
#include "simt/machine/warp_scheduler.h"

namespace simt {

class IndependentScheduler final : public WarpScheduler {
 public:
  /// `random`: now and then the dice choose the split.
  IndependentScheduler(const program::Kernel& kernel, Dice& dice, bool random)
      : kernel_(kernel), dice_(dice), random_(random) {}

  Split* pick_in_round(Warp& warp) override;
  void diverged(Warp&, const Join&) override {}

 private:
  Split* pick_of_several(Warp& warp) override;

  const program::Kernel& kernel_;
  Dice& dice_;
  const bool random_;
};

}  // namespace simt
