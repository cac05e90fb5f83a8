// SPDX-License-Identifier: MIT
// Block barriers: they wait for every thread that has not exited (CUDA
// Programming Guide, Volta and later), or for a stated number of threads.
// Before Volta a warp that arrives counts whole, whichever of its lanes are
// there (PTX ISA, `bar`). Knows nothing of how lanes diverge.
#pragma once

#include "simt/machine/block.h"
#include "simt/machine/store_buffer.h"
#include "simt/ops/observer.h"

namespace simt {

/// The state of a block's barriers lies in the block.
class Barriers {
 public:
  Barriers(const program::Kernel& kernel, StoreBuffer& stores,
           Observer& observer, bool whole_warps)
      : kernel_(kernel),
        stores_(stores),
        observer_(observer),
        whole_warps_(whole_warps) {}

  /// `lanes` of the split arrive. With bar.arrive they go on; otherwise they
  /// are all of the split, which waits until the barrier opens.
  void arrive(Block& block, const Warp& warp, Split& split, LaneMask lanes,
              const ops::Context::Barrier& asked);

  /// `lanes` of the warp have exited, `steps` instructions after they diverged
  /// from others: barriers wait for them no longer.
  void exit(Block& block, const Warp& warp, LaneMask lanes, uint64_t steps);

 private:
  bool complete(const Block& block, const Barrier& barrier) const;
  void open_if_complete(Block& block, int id);
  void open(Block& block, int id);
  void reduce(Block& block, int id) const;

  const program::Kernel& kernel_;
  StoreBuffer& stores_;
  Observer& observer_;
  const bool whole_warps_;
  std::vector<BarrierDone::Arrival> arrivals_;  // of the one that opens
};

}  // namespace simt
