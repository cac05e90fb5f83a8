// SPDX-License-Identifier: MIT
// Who learns what, from which location. Slow on purpose: few accesses
// synchronise.
#include "simt/races/sync_order.h"

#include <algorithm>
#include <array>
#include <bit>

namespace simt::races {
namespace {

// What is kept of what a thread saw, to name the flag of a missing fence. Past
// it a race is still found, but reported without its flag.
constexpr size_t kMostSeen = 64;

bool releases(MemoryOrder order) {
  return order == MemoryOrder::kRelease || order == MemoryOrder::kAcqRel ||
         order == MemoryOrder::kSeqCst;
}

bool acquires(MemoryOrder order) {
  return order == MemoryOrder::kAcquire || order == MemoryOrder::kAcqRel ||
         order == MemoryOrder::kSeqCst;
}

/// Reaches other blocks. No scope: that of the device (PTX ISA, atom), or of
/// the system (volatile).
bool wide(Scope scope) {
  return scope != Scope::kCta && scope != Scope::kCluster;
}

}  // namespace

void SyncOrder::clear() {
  locations_.clear();
  publications_ = 0;
}

void SyncOrder::start_launch(uint32_t launch, uint64_t grid_barrier,
                             uint64_t blocks) {
  launch_ = launch;
  grid_barrier_ = grid_barrier;
  grid_blocks_ = blocks;
  arrived_ = 0;
  met_.clear();
}

void SyncOrder::start_block(uint32_t slot, uint32_t serial) {
  if (slot >= blocks_.size()) blocks_.resize(slot + 1);
  blocks_[slot] = {};
  blocks_[slot].serial = serial;
}

/// All but what a loop that waits is told by.
void SyncOrder::Thread::join(const Thread& other) {
  told.join(other.told);
  fenced.join(other.fenced);
  pending.join(other.pending);
  loads.join(other.loads);
}

void SyncOrder::meet(uint32_t slot) {
  Block& block = blocks_[slot];
  ++block.phase;
  for (auto& [number, thread] : block.threads) {
    block.all.join(thread);
  }
  block.threads.clear();
  for (std::vector<Seen>& fresh : block.fresh) {
    for (Seen& seen : fresh) {
      seen.lanes = kAllLanes;
      if (block.seen.size() >= kMostSeen) block.seen.erase(block.seen.begin());
      block.seen.push_back(seen);
    }
    fresh.clear();
  }
}

void SyncOrder::meet_some(uint32_t slot,
                          const std::vector<BarrierDone::Arrival>& arrivals) {
  Block& block = blocks_[slot];
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
                      const GridClock& message, bool is_wide) {
  if (message.empty()) return;
  Thread& me = thread(block, warp, lane);
  if (me.learned.same(message)) return;  // a loop that waits
  me.learned = message;
  me.told.join(message);
  // What was published once stays published.
  me.fenced.near.join(message);
  if (is_wide) me.fenced.wide.join(message);
  const BlockClock own = message.find(block.serial);
  if (own.phase == block.phase && own.inside)
    order.learn(warp, lane, *own.inside);
}

void SyncOrder::on_exchange(BlockOrder& order, const Exchange& exchange) {
  const uint32_t warp = exchange.at.warp;
  Block& block = blocks_[exchange.at.slot];
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
    if (!told[lane].same(message))
      learn(order, block, warp, lane, message, false);
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

void SyncOrder::on_fence(BlockOrder& order, const WarpPlace& at, LaneMask lanes,
                         Scope scope) {
  Block& block = blocks_[at.slot];
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    Thread& me = thread(block, at.warp, lane);
    const GridClock near = me.pending.near;
    learn(order, block, at.warp, lane, near, false);
    me.pending.near.clear();
    if (wide(scope)) {
      const GridClock far = me.pending.wide;
      learn(order, block, at.warp, lane, far, true);
      me.pending.wide.clear();
    }
    me.fenced.near = snapshot(order, block, at.warp, lane);
    if (wide(scope)) me.fenced.wide = me.fenced.near;
  }
  order.tick(at.warp);
}

void SyncOrder::on_access(BlockOrder& order, const Access& access,
                          MemoryOrder sem, bool looks) {
  Block& block = blocks_[access.at.slot];
  const bool shared = access.space == ptx::Space::kShared;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const SyncAddress place{access.lane_address(lane),
                            shared ? uint64_t{block.serial} + 1 : 0};
    if (access.kind == AccessKind::kLoad) {
      const auto found = locations_.find(place);
      if (found != locations_.end())
        load(order, block, access, sem, lane, place, found->second);
      continue;
    }
    Location& location = locations_[place];
    if (access.kind == AccessKind::kAtomic && looks)
      load(order, block, access, sem, lane, place, location);
    store(order, block, access, sem, lane, location);
    publish(order, block, access, lane, location);
    if (access.kind == AccessKind::kAtomic && at_grid_barrier(place) &&
        ++arrived_ == grid_blocks_) {
      arrived_ = 0;
      met_ = location.wide;
    }
  }
  if (access.kind != AccessKind::kLoad) order.tick(access.at.warp);
}

void SyncOrder::load(BlockOrder& order, Block& block, const Access& access,
                     MemoryOrder sem, int lane, SyncAddress place,
                     const Location& location) {
  if (!at_grid_barrier(place)) see(block, access, lane, place, location);
  const uint32_t warp = access.at.warp;
  if (!location.loads.empty()) {
    GridClock& loads = thread(block, warp, lane).loads;
    if (!loads.same(location.loads)) loads.join(location.loads);
  }
  // An atomic that reads a released value counts as an acquire.
  const bool now = acquires(sem) || access.kind == AccessKind::kAtomic;
  const auto near = location.near.find(block.serial);
  const bool any_near = near != location.near.end() && !near->second.empty();
  const bool waits = access.kind == AccessKind::kLoad && at_grid_barrier(place);
  const GridClock& far = waits ? met_ : location.wide;
  const bool any_wide = wide(access.scope) && !far.empty();
  if (now) {
    if (any_near) learn(order, block, warp, lane, near->second, false);
    if (any_wide) learn(order, block, warp, lane, far, true);
  } else if (any_near || any_wide) {
    Thread& me = thread(block, warp, lane);
    if (any_near) me.pending.near.join(near->second);
    if (any_wide) me.pending.wide.join(far);
  }
}

void SyncOrder::store(BlockOrder& order, Block& block, const Access& access,
                      MemoryOrder sem, int lane, Location& location) {
  Message message;
  const Thread& known = known_thread(block, access.at.warp, lane);
  if (releases(sem)) {
    message.near = snapshot(order, block, access.at.warp, lane);
    message.wide = message.near;
  } else {
    message = known.fenced;
  }
  if (!wide(access.scope)) message.wide.clear();
  if (access.kind == AccessKind::kStore) {
    // Who reads this value synchronises with this store alone.
    location.wide.clear();
    location.near.clear();
    location.loads.clear();
  }
  if (!location.loads.same(known.loads)) location.loads.join(known.loads);
  if (location.loads.find(block.serial).phase < block.phase)
    location.loads.add(block.serial, {block.phase, nullptr});
  location.wide.join(message.wide);
  if (!message.near.empty()) location.near[block.serial].join(message.near);
}

void SyncOrder::see(Block& block, const Access& access, int lane,
                    SyncAddress place, const Location& location) {
  if (location.log.empty()) return;
  if (access.at.warp >= block.fresh.size())
    block.fresh.resize(access.at.warp + 1);
  std::vector<Seen>& fresh = block.fresh[access.at.warp];
  const LaneMask bit = LaneMask{1} << lane;
  for (Seen& seen : fresh) {
    if (!(seen.place == place) || seen.pc != access.pc) continue;
    seen.lanes |= bit;
    seen.length = location.log.size();
    return;
  }
  if (fresh.size() >= kMostSeen) fresh.erase(fresh.begin());
  fresh.push_back({place, access.pc, bit, location.log.size()});
}

void SyncOrder::publish(const BlockOrder& order, const Block& block,
                        const Access& access, int lane, Location& location) {
  const uint32_t warp = access.at.warp;
  const Epoch epoch{block.serial, warp, block.phase, order.clock(warp)};
  const LaneMask bit = LaneMask{1} << lane;
  if (location.log.join(epoch, access.pc, bit)) return;
  if (publications_ >= most_publications_) {
    location.cut = true;
    ++cut_;
    return;
  }
  ++publications_;
  location.log.add(
      {epoch, bit, access.pc, launch_, access.kind == AccessKind::kAtomic});
}

BlockClock SyncOrder::known(uint32_t slot, uint32_t warp, int lane,
                            uint32_t serial) const {
  return known_thread(blocks_[slot], warp, lane).told.find(serial);
}

}  // namespace simt::races
