// SPDX-License-Identifier: MIT
// Lanes of a warp that use one location in turn, by an atomic that acquires and
// releases, as all lanes do that arrive or ask at a barrier object: the first
// lane goes the way of all accesses, the others learn in a row what those
// before them knew, and only what the last one tells is written down.
#include <bit>

#include "simt/races/memory_model.h"
#include "simt/races/sync_order.h"

namespace simt::races {

/// What these lanes tell is what they know: no fence said less before.
bool SyncOrder::tells_alone(const Block& block, uint32_t warp,
                            LaneMask lanes) const {
  const auto own = block.own.lower_bound(thread_of(warp, 0));
  if (own != block.own.end() && own->first < thread_of(warp + 1, 0))
    return false;
  for (LaneMask left = lanes; left != 0; left &= left - 1)
    if (!known_thread(block, warp, std::countr_zero(left)).fenced.empty())
      return false;
  return true;
}

/// No fence.sc told anything by the location.
bool SyncOrder::tells_alone(const Block& block,
                            const Location& location) const {
  const auto near = location.near.find(block.serial);
  const auto cluster = location.cluster.find(block.cluster);
  return location.wide.fences.empty() &&
         (near == location.near.end() || near->second.fences.empty()) &&
         (cluster == location.cluster.end() || cluster->second.fences.empty());
}

/// Each of the others learns what the lane before it tells; what the last one
/// tells.
GridClock SyncOrder::pass_on(BlockOrder& order, Block& block, uint32_t warp,
                             int first, LaneMask others, Location& location) {
  GridClock told = known_thread(block, warp, first).told;
  VectorClock here =
      grid_->exchanges ? order.known_to(warp, first) : VectorClock{};
  order.pass_on(warp, others | LaneMask{1} << first);
  for (LaneMask left = others; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    Thread& me = thread(block, warp, lane);
    if (!me.loads.same(location.loads)) me.loads.join(location.loads);
    if (!location.loads.same(me.loads)) location.loads.join(me.loads);
    if (!me.told.same(told)) me.told.join(told);
    told = me.told;
    if (!grid_->exchanges) continue;
    me.here.join(here);
    here = order.known_to(warp, lane);
  }
  return snapshot(order, block, warp, std::bit_width(others) - 1);
}

/// All that these lanes tell, of which none learns anything.
GridClock SyncOrder::gather(const BlockOrder& order, const Block& block,
                            uint32_t warp, LaneMask lanes,
                            Location& location) const {
  GridClock all, last;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const Thread& me = known_thread(block, warp, std::countr_zero(left));
    if (!location.loads.same(me.loads)) location.loads.join(me.loads);
    if (!me.told.same(last)) all.join(me.told);
    last = me.told;
  }
  all.add(block.serial, {block.phase, std::make_shared<VectorClock>(
                                          order.known_to_any(warp, lanes))});
  return all;
}

/// The lanes touch the place, which is the same for all, in turn. False: that
/// must be done for each alone.
bool SyncOrder::in_turn(BlockOrder& order, Block& block, const Access& access,
                        const SyncUse& use, SyncAddress place) {
  const LaneMask others = access.active & (access.active - 1);
  const uint32_t warp = access.at.warp;
  if (others == 0 || access.kind != AccessKind::kAtomic || use.for_host ||
      !acquires(use.order) || !releases(use.order) || at_grid_barrier(place) ||
      !tells_alone(block, warp, access.active))
    return false;
  const int first = std::countr_zero(access.active);
  const int last = std::bit_width(others) - 1;
  touch(order, block, access, use, first, place);
  Location& location = locations_.find(place)->second;
  if (!tells_alone(block, location)) {
    for (LaneMask left = others; left != 0; left &= left - 1)
      touch(order, block, access, use, std::countr_zero(left), place);
    return true;
  }
  if (use.looks) {
    if (!location.log.empty())
      see(block, access,
          {place, access.pc, others, location.chain, location.log.size(), true,
           use.counts, use.bytes, use.scope});
    note_reader({block.serial, warp, block.phase, use.clock}, others, location);
  }
  const GridClock all =
      use.looks ? pass_on(order, block, warp, first, others, location)
                : gather(order, block, warp, others, location);
  const Message message = limited(block, all, use.scope);
  location.last = location.releaser = writer_of(block, access, use, last);
  location.released =
      use.looks ? message
                : limited(block, snapshot(order, block, warp, last), use.scope);
  location.wide.patterns.join(message.wide);
  if (!message.cluster.empty())
    location.cluster[block.cluster].patterns.join(message.cluster);
  location.near[block.serial].patterns.join(message.near);
  publish(block, access, use, others, true, location);
  return true;
}

}  // namespace simt::races
