// SPDX-License-Identifier: MIT
// The barrier of a cluster (PTX ISA 9.7.13.4): a thread arrives, may go on, and
// waits until all threads of the cluster that have not exited have arrived.
// Knows nothing of how lanes diverge.
#pragma once

#include "simt/machine/block.h"
#include "simt/machine/store_buffer.h"
#include "simt/ops/observer.h"

namespace simt {

/// Its state lies in the blocks.
class ClusterBarrier {
 public:
  ClusterBarrier(const program::Kernel& kernel, StoreBuffer& stores,
                 Observer& observer)
      : kernel_(kernel), stores_(stores), observer_(observer) {}

  /// `lanes` of the split arrive and go on. Those that arrived before and have
  /// not waited since are a mistake: they are returned, and nothing is done.
  LaneMask arrive(Block& block, Warp& warp, Split& split, LaneMask lanes);
  /// Of `lanes`, those that have not arrived: a mistake.
  static LaneMask not_arrived(const Warp& warp, LaneMask lanes) {
    return lanes & ~warp.cluster_owed;
  }
  /// Of `lanes`, those whose wait is over already.
  static LaneMask open_for(const Warp& warp, LaneMask lanes) {
    return lanes & ~warp.cluster_arrived;
  }
  /// All of the split wait, or go on where they are open.
  void wait(Block& block, Warp& warp, Split& split);
  /// A thread of the block has exited.
  void exit(Block& block) {
    if (used_) open_if_complete(block);
  }

 private:
  void open_if_complete(Block& block);
  void open(Block& block);
  void pass(Block& block, Warp& warp, Split& split);
  void tell(ClusterSync::Kind kind, const Block& block, const Warp& warp,
            uint32_t pc, LaneMask lanes);

  const program::Kernel& kernel_;
  StoreBuffer& stores_;
  Observer& observer_;
  bool used_ = false;  // somebody has arrived in this launch
};

}  // namespace simt
