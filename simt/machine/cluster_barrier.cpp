// SPDX-License-Identifier: MIT
// It opens when the last thread arrives, or when the last one that it waits for
// exits.
#include "simt/machine/cluster_barrier.h"

namespace simt {
namespace {

using Wait = Split::Wait;

/// The blocks of its cluster that have not ended.
template <class Visit>
void each_block(Block& block, const Visit& visit) {
  if (block.cluster == nullptr) return visit(block);
  for (Block* one : block.cluster->blocks)
    if (one != nullptr) visit(*one);
}

}  // namespace

void ClusterBarrier::tell(ClusterSync::Kind kind, const Block& block,
                          const Warp& warp, uint32_t pc, LaneMask lanes) {
  ClusterSync event;
  event.kind = kind;
  event.at = place_of(block, warp);
  event.cluster =
      block.cluster == nullptr ? block.index : block.cluster->seen.index;
  event.pc = pc;
  event.lanes = lanes;
  event.order = kernel_.code[pc].form->order;
  observer_.on_cluster_sync(event);
}

LaneMask ClusterBarrier::arrive(Block& block, Warp& warp, Split& split,
                                LaneMask lanes) {
  if ((warp.cluster_owed & lanes) != 0) return warp.cluster_owed & lanes;
  used_ = true;
  warp.cluster_owed |= lanes;
  warp.cluster_arrived |= lanes;
  if (kernel_.code[split.pc].form->order != MemoryOrder::kRelaxed)
    stores_.publish(block, warp, lanes, Scope::kCluster);
  tell(ClusterSync::Kind::kArrive, block, warp, split.pc, lanes);
  ++split.pc;
  open_if_complete(block);
  return 0;
}

void ClusterBarrier::wait(Block& block, Warp& warp, Split& split) {
  if (open_for(warp, split.mask) == split.mask) return pass(block, warp, split);
  split.wait = Wait::kCluster;
}

void ClusterBarrier::pass(Block& block, Warp& warp, Split& split) {
  warp.cluster_owed &= ~split.mask;
  tell(ClusterSync::Kind::kWait, block, warp, split.pc, split.mask);
  split.wait = Wait::kNone;
  ++split.pc;
}

void ClusterBarrier::open_if_complete(Block& block) {
  bool complete = true, any = false;
  each_block(block, [&](const Block& one) {
    for (const Warp& warp : one.warps) {
      any = any || warp.cluster_arrived != 0;
      complete = complete && (warp.live & ~warp.cluster_arrived) == 0;
    }
  });
  if (complete && any) open(block);
}

void ClusterBarrier::open(Block& block) {
  ClusterSync event;
  event.kind = ClusterSync::Kind::kOpen;
  event.at = {block.index, block.slot, 0};
  event.cluster =
      block.cluster == nullptr ? block.index : block.cluster->seen.index;
  observer_.on_cluster_sync(event);
  each_block(block, [&](Block& one) {
    for (Warp& warp : one.warps) warp.cluster_arrived = 0;
    for (Warp& warp : one.warps)
      for (Split& split : warp.splits)
        if (split.wait == Wait::kCluster) pass(one, warp, split);
  });
}

}  // namespace simt
