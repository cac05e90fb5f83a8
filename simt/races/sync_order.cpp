// SPDX-License-Identifier: MIT
// Who learns what, from which location. Slow on purpose: few accesses
// synchronise.
#include "simt/races/sync_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace simt::races {

void SyncOrder::clear() {
  locations_.clear();
  meetings_.clear();
  for (Block& block : blocks_) {
    block.held.clear();
    block.places.clear();
  }
  host_.clear();
  publications_ = readers_ = 0;
}

void SyncOrder::start_block(uint32_t slot, uint32_t serial, uint32_t cluster,
                            const GridClock& told) {
  if (slot >= blocks_.size()) blocks_.resize(slot + 1);
  drop_shared(blocks_[slot]);
  blocks_[slot] = {};
  blocks_[slot].serial = serial;
  blocks_[slot].cluster = cluster;
  blocks_[slot].all.told = told;
}

void SyncOrder::tell(uint32_t slot, const GridClock& told) {
  Block& block = blocks_[slot];
  block.all.told.join(told);
  block.threads.each([&](Thread& thread) { thread.told.join(told); });
}

/// All but what a loop that waits is told by.
void SyncOrder::Thread::join(const Thread& other) {
  told.join(other.told);
  here.join(other.here);
  fenced.join(other.fenced);
  seen.join(other.seen);
  loads.join(other.loads);
}

void SyncOrder::meet(uint32_t slot) {
  Block& block = blocks_[slot];
  drop_shared(block);
  ++block.phase;
  block.threads.each([&](Thread& thread) { block.all.join(thread); });
  block.all.here = {};
  block.threads.clear();
  for (std::vector<Seen>& fresh : block.fresh) {
    for (Seen& seen : fresh) {
      if (seen.place.block != 0) continue;  // dropped
      seen.lanes = kAllLanes;
      if (block.seen.size() >= kMostSeen) block.seen.erase(block.seen.begin());
      block.seen.push_back(seen);
    }
    fresh.clear();
  }
}

void SyncOrder::meet_some(BlockOrder& order, uint32_t slot,
                          const std::vector<BarrierDone::Arrival>& arrivals) {
  Block& block = blocks_[slot];
  if (hold(block, arrivals)) return;
  catch_up(order, slot);
  if (!block.threads.empty()) {
    Thread joined = block.all;
    for (const BarrierDone::Arrival& arrival : arrivals)
      for (LaneMask left = arrival.lanes; left != 0; left &= left - 1) {
        const Thread* const found =
            block.threads.find(thread_of(arrival.warp, std::countr_zero(left)));
        if (found != nullptr) joined.join(*found);
      }
    for (const BarrierDone::Arrival& arrival : arrivals) {
      if (!arrival.waits) continue;
      for (LaneMask left = arrival.lanes; left != 0; left &= left - 1)
        thread(block, arrival.warp, std::countr_zero(left)) = joined;
    }
  }
  pass_on_seen(block, arrivals);
}

/// Lanes that met have seen what one of them saw.
void SyncOrder::pass_on_seen(
    Block& block, const std::vector<BarrierDone::Arrival>& arrivals) {
  std::vector<Seen> all;
  for (const BarrierDone::Arrival& arrival : arrivals)
    if (arrival.warp < block.fresh.size())
      for (Seen seen : block.fresh[arrival.warp])
        if ((seen.lanes & arrival.lanes) != 0) all.push_back(seen);
  if (all.empty()) return;
  for (const BarrierDone::Arrival& arrival : arrivals) {
    if (arrival.warp >= block.fresh.size())
      block.fresh.resize(arrival.warp + 1);
    std::vector<Seen>& fresh = block.fresh[arrival.warp];
    for (Seen seen : all) {
      seen.lanes = arrival.lanes;
      if (fresh.size() >= kMostSeen) fresh.erase(fresh.begin());
      fresh.push_back(seen);
    }
  }
}

SyncOrder::Thread& SyncOrder::thread(Block& block, uint32_t warp, int lane) {
  return block.threads.at(thread_of(warp, lane), block.all);
}

const SyncOrder::Thread& SyncOrder::known_thread(const Block& block,
                                                 uint32_t warp, int lane) {
  const Thread* const found = block.threads.find(thread_of(warp, lane));
  return found == nullptr ? block.all : *found;
}

void SyncOrder::learn(BlockOrder& order, Block& block, uint32_t warp,
                      LaneMask lanes, const GridClock& message) {
  if (message.empty()) return;
  const BlockClock& own = message.find(block.serial);
  const VectorClock* const here =
      own.phase == block.phase ? own.inside.get() : nullptr;
  GridClock before, after;  // of the lane before
  bool any = false;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    Thread& me = thread(block, warp, lane);
    if (me.learned.same(message)) continue;  // a loop that waits
    me.learned = message;
    if (any && me.told.same(before)) {
      me.told = after;
    } else {
      before = me.told;
      me.told.join_others(message, block.serial);
      after = me.told;
      any = true;
    }
    if (here == nullptr) continue;
    order.learn(warp, lane, *here);
    if (grid_->exchanges) me.here.join(*here);
  }
}

void SyncOrder::learn(BlockOrder& order, const WarpPlace& at, LaneMask lanes,
                      const GridClock& message) {
  catch_up(order, at.slot);
  learn(order, blocks_[at.slot], at.warp, lanes, message);
}

void SyncOrder::on_cluster(BlockOrder& order, const ClusterSync& sync) {
  Meeting& meeting = meetings_[{grid_->launch, sync.cluster}];
  if (sync.kind == ClusterSync::Kind::kOpen) {
    meeting.met = std::exchange(meeting.arrived, {});
    return;
  }
  const uint32_t slot = sync.at.slot, warp = sync.at.warp;
  catch_up(order, slot);
  Block& block = blocks_[slot];
  const bool waits = sync.kind == ClusterSync::Kind::kWait;
  const bool relaxed = sync.order == MemoryOrder::kRelaxed;
  if (waits) return learn(order, block, warp, sync.lanes, meeting.met);
  GridClock last;  // that was joined
  for (LaneMask left = sync.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (!relaxed) {
      const GridClock& told = known_thread(block, warp, lane).told;
      if (!told.same(last)) meeting.arrived.join(told);
      last = told;
    } else if (const auto own = block.own.find(thread_of(warp, lane));
               own != block.own.end()) {
      meeting.arrived.join(own->second.fenced.cluster);
    }
  }
  if (relaxed)
    meeting.arrived.add(block.serial, {1, nullptr});  // that it has started
  else
    meeting.arrived.add(
        block.serial, {block.phase, std::make_shared<VectorClock>(
                                        order.known_to_any(warp, sync.lanes))});
  order.tick(warp);
}

void SyncOrder::on_exchange(BlockOrder& order, const Exchange& exchange) {
  const uint32_t warp = exchange.at.warp;
  Block& block = blocks_[exchange.at.slot];
  if (block.threads.empty()) return;
  struct Known {
    GridClock told;
    VectorClock here;
  };
  std::array<Known, kWarpSize> known;  // before
  Known voted;
  bool any = false;
  for (LaneMask left = exchange.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const Thread* const found = block.threads.find(thread_of(warp, lane));
    if (found == nullptr) continue;
    any = true;
    known[lane] = {found->told, found->here};
    if (exchange.from != nullptr || (exchange.mask >> lane & 1) == 0) continue;
    voted.told.join(known[lane].told);
    voted.here.join(known[lane].here);
  }
  if (!any) return;
  for (LaneMask left = exchange.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const Known* from = nullptr;
    if (exchange.from != nullptr) {
      if (exchange.from[lane] >= 0) from = &known[exchange.from[lane]];
    } else if ((exchange.mask >> lane & 1) != 0) {
      from = &voted;
    }
    if (from == nullptr || from == &known[lane]) continue;
    const LaneMask bit = LaneMask{1} << lane;
    if (!known[lane].told.same(from->told))
      learn(order, block, warp, bit, from->told);
    if (known[lane].here.covers(from->here)) continue;
    order.learn(warp, lane, from->here);
    thread(block, warp, lane).here.join(from->here);
  }
}

GridClock SyncOrder::snapshot(const BlockOrder& order, const Block& block,
                              uint32_t warp, int lane) {
  GridClock all = known_thread(block, warp, lane).told;
  all.add(
      block.serial,
      {block.phase, std::make_shared<VectorClock>(order.known_to(warp, lane))});
  return all;
}

}  // namespace simt::races
