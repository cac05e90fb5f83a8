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
  for (auto& [number, thread] : block.threads) thread.told.join(told);
}

/// All but what a loop that waits is told by.
void SyncOrder::Thread::join(const Thread& other) {
  told.join(other.told);
  fenced.join(other.fenced);
  seen.join(other.seen);
  loads.join(other.loads);
}

void SyncOrder::meet(uint32_t slot) {
  Block& block = blocks_[slot];
  drop_shared(block);
  ++block.phase;
  for (auto& [number, thread] : block.threads) {
    block.all.join(thread);
  }
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
        const auto found =
            block.threads.find(thread_of(arrival.warp, std::countr_zero(left)));
        if (found == block.threads.end()) continue;
        joined.join(found->second);
      }
    for (const BarrierDone::Arrival& arrival : arrivals) {
      if (!arrival.waits) continue;
      for (LaneMask left = arrival.lanes; left != 0; left &= left - 1)
        block.threads[thread_of(arrival.warp, std::countr_zero(left))] = joined;
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
  return block.threads.try_emplace(thread_of(warp, lane), block.all)
      .first->second;
}

const SyncOrder::Thread& SyncOrder::known_thread(const Block& block,
                                                 uint32_t warp, int lane) {
  const auto found = block.threads.find(thread_of(warp, lane));
  return found == block.threads.end() ? block.all : found->second;
}

void SyncOrder::learn(BlockOrder& order, Block& block, uint32_t warp, int lane,
                      const GridClock& message) {
  if (message.empty()) return;
  Thread& me = thread(block, warp, lane);
  if (me.learned.same(message)) return;  // a loop that waits
  me.learned = message;
  me.told.join(message);
  const BlockClock& own = message.find(block.serial);
  if (own.phase == block.phase && own.inside)
    order.learn(warp, lane, *own.inside);
}

void SyncOrder::learn(BlockOrder& order, const WarpPlace& at, LaneMask lanes,
                      const GridClock& message) {
  catch_up(order, at.slot);
  for (LaneMask left = lanes; left != 0; left &= left - 1)
    learn(order, blocks_[at.slot], at.warp, std::countr_zero(left), message);
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
  for (LaneMask left = sync.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (waits) {
      learn(order, block, warp, lane, meeting.met);
    } else if (!relaxed) {
      meeting.arrived.join(known_thread(block, warp, lane).told);
    } else if (const auto own = block.own.find(thread_of(warp, lane));
               own != block.own.end()) {
      meeting.arrived.join(own->second.fenced.cluster);
    }
  }
  if (waits) return;
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
  std::array<GridClock, kWarpSize> told;  // before
  GridClock voted;
  bool any = false;
  for (LaneMask left = exchange.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const auto found = block.threads.find(thread_of(warp, lane));
    if (found == block.threads.end()) continue;
    any = true;
    told[lane] = found->second.told;
    if (exchange.from == nullptr && (exchange.mask >> lane & 1) != 0)
      voted.join(told[lane]);
  }
  if (!any) return;
  for (LaneMask left = exchange.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    GridClock message;
    if (exchange.from != nullptr) {
      if (exchange.from[lane] >= 0) message = told[exchange.from[lane]];
    } else if ((exchange.mask >> lane & 1) != 0) {
      message = voted;
    }
    if (!told[lane].same(message)) learn(order, block, warp, lane, message);
  }
}

GridClock SyncOrder::snapshot(const BlockOrder& order, Block& block,
                              uint32_t warp, int lane) {
  GridClock all = known_thread(block, warp, lane).told;
  all.add(
      block.serial,
      {block.phase, std::make_shared<VectorClock>(order.known_to(warp, lane))});
  return all;
}

}  // namespace simt::races
