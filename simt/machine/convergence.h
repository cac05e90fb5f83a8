// SPDX-License-Identifier: MIT
// A .sync instruction needs the lanes that its masks name: here they are
// brought together, or wait. Wrong masks are told to the observer. Knows
// nothing of what the instruction does.
#pragma once

#include <array>

#include "simt/machine/divergence.h"
#include "simt/machine/store_buffer.h"
#include "simt/ops/observer.h"

namespace simt {

/// bar.warp.sync, the .sync instruction that orders memory.
inline bool is_warp_barrier(const program::InstInfo& info) {
  return info.op != nullptr && info.op->event == ops::Event::kWarpBarrier;
}

class Convergence {
 public:
  /// In `lockstep` nobody waits: a lane that is not here takes no part.
  Convergence(const program::Kernel& kernel, Divergence& divergence,
              StoreBuffer& stores, Observer& observer, Executions& executions,
              bool lockstep)
      : kernel_(kernel),
        divergence_(divergence),
        stores_(stores),
        observer_(observer),
        executions_(executions),
        lockstep_(lockstep) {}

  /// The lanes `mask` of the split are at a .sync instruction. True: every
  /// live lane that their masks name is among them, so it can run now. False:
  /// they wait, or the warp's splits have changed and one is picked anew.
  bool gather(Block& block, Warp& warp, Split& split, LaneMask mask);

 private:
  /// What the executing lanes name, each in its own mask.
  struct Named {
    std::array<LaneMask, kWarpSize> by_lane{};
    LaneMask any = 0, all = kAllLanes;  // by one of the lanes, by each
    LaneMask strangers = 0;             // lanes that do not name themselves
    LaneMask ready = 0;                 // lanes whose named lanes are here
  };
  bool all_here(const Warp& warp, const Split& split, LaneMask mask) const;
  Named named_by(const Warp& warp, const Split& split, LaneMask mask) const;
  const LaneMask* masks_of(const Warp& warp, const Split& split) const;
  void check_masks(const WarpPlace& at, const Split& split, LaneMask mask,
                   const Named& named);
  void wait(Block& block, Warp& warp, Split& split, LaneMask mask,
            LaneMask asked);
  void sync_across(Block& block, Warp& warp, const Split& split,
                   LaneMask asked);

  const program::Kernel& kernel_;
  Divergence& divergence_;
  StoreBuffer& stores_;
  Observer& observer_;
  Executions& executions_;
  const bool lockstep_;
};

}  // namespace simt
