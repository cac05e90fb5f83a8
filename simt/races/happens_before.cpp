// SPDX-License-Identifier: MIT
// Numbers blocks, and asks the order that can tell: of the block, of flags, of
// launches.
#include "simt/races/happens_before.h"

#include <algorithm>
#include <bit>

namespace simt::races {

void HappensBefore::start_launch(const LaunchInfo& launch, bool flags,
                                 bool exchanges) {
  const int oldest = launch.oldest_open < 0 ? launch.index : launch.oldest_open;
  const uint64_t blocks =
      uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  launch_ = static_cast<uint32_t>(launch.index);
  concurrent_ = launch.concurrent;
  shape_ = launch.grid;
  cluster_ = launch.cluster;
  clusters_ = launch.cluster_blocks > 1;
  prerequisites_ = launch.prerequisites;
  threads_ = launch.block[0] * launch.block[1] * launch.block[2];
  lockstep_ = !launch.independent_threads;
  flags_ = flags;
  forgets_ = oldest >= launch.index;
  if (forgets_) sync_.clear();
  told_ = sync_.host();
  first_slot_ = ~uint32_t{0};
  end_of_slots_ = 0;
  if (forgets_ || next_serial_ + blocks >= ~uint32_t{0}) next_serial_ = 0;
  first_serial_ = next_serial_;
  wait_ = first_serial_ + static_cast<uint32_t>(blocks);
  next_serial_ = prerequisites_.empty() ? wait_ : wait_ + 1;
  grid_ = {launch_, launch.grid_barrier, blocks, exchanges};
  sync_.run(grid_);
}

void HappensBefore::go_on(const std::vector<int>& concurrent) {
  concurrent_ = concurrent;
  told_ = sync_.host();
  for (uint32_t slot = first_slot_; slot < end_of_slots_; ++slot) {
    sync_.tell(slot, told_);
  }
  sync_.run(grid_);
}

void HappensBefore::start_block(const WarpPlace& at) {
  if (at.slot >= blocks_.size()) blocks_.resize(at.slot + 1);
  blocks_[at.slot].start_block((threads_ + kWarpSize - 1) / kWarpSize,
                               lockstep_);
  first_slot_ = std::min(first_slot_, at.slot);
  end_of_slots_ = std::max(end_of_slots_, at.slot + 1);
  sync_.start_block(at.slot, first_serial_ + at.block, cluster_of(at.block),
                    told_);
}

/// Its number, which no other cluster of the run shares; 0: there are none.
uint32_t HappensBefore::cluster_of(uint64_t block) const {
  if (!clusters_) return 0;
  uint64_t number = 0, rest = block, stride = 1;
  for (size_t i = 0; i < shape_.size(); ++i) {
    number += rest % shape_[i] / cluster_[i] * stride;
    stride *= shape_[i] / cluster_[i];
    rest /= shape_[i];
  }
  return first_serial_ + static_cast<uint32_t>(number) + 1;
}

bool HappensBefore::on_barrier(const BarrierDone& barrier) {
  const uint32_t slot = barrier.at.slot;
  if (barrier.joins_block()) {
    blocks_[slot].start_phase();
    sync_.meet(slot);
    return true;
  }
  sync_.meet_some(blocks_[slot], slot, *barrier.arrivals);
  blocks_[slot].sync_warps(barrier.id, *barrier.arrivals);
  return false;
}

void HappensBefore::on_barrier_arrive(const WarpPlace& at, int id) {
  blocks_[at.slot].arrive(id, at.warp);
}

void HappensBefore::on_grid_wait(const WarpPlace& at, LaneMask lanes) {
  if (prerequisites_.empty()) return;
  GridClock ended;
  ended.add(wait_, {1, nullptr});
  sync_.learn(blocks_[at.slot], at, lanes, ended);
}

void HappensBefore::on_warp_sync(const WarpSync& sync) {
  BlockOrder& order = blocks_[sync.at.slot];
  sync_.meet_some(order, sync.at.slot, {{sync.pc, sync.at.warp, sync.lanes}});
  order.sync_lanes(sync.at.warp, sync.lanes);
}

void HappensBefore::on_exchange(const Exchange& exchange) {
  sync_.on_exchange(blocks_[exchange.at.slot], exchange);
}

void HappensBefore::on_cluster(const ClusterSync& sync) {
  sync_.on_cluster(blocks_[sync.at.slot], sync);
}

void HappensBefore::on_fence(const WarpPlace& at, LaneMask lanes,
                             MemoryOrder order, Scope scope) {
  if (flags_) sync_.on_fence(blocks_[at.slot], at, lanes, order, scope);
}

void HappensBefore::on_access(const Access& access, const SyncUse& use) {
  sync_.on_access(blocks_[access.at.slot], access, use);
}

// Most often all lanes know the same.
LaneMask HappensBefore::after_all(const Record& before, LaneMask lanes,
                                  const Record& now, uint32_t slot,
                                  LaneMask mine) const {
  const Epoch& then = before.epoch;
  if (before.launch == now.launch && then.same_block(now.epoch)) {
    if (then.phase < sync_.phase(slot)) return mine;
    if (!then.same_warp(now.epoch) && !blocks_[slot].was_told(now.epoch.warp))
      return lanes == 0 ? mine : 0;
  }
  if (before.launch != now.launch || then.same_block(now.epoch))
    return Ordering::after_all(before, lanes, now, slot, mine);
  LaneMask found = 0, unknown = 0;
  const BlockClock* last = nullptr;
  for (LaneMask left = mine; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const BlockClock* const known =
        &sync_.known(slot, now.epoch.warp, lane, then.serial);
    if (known != last)
      unknown = known->unknown(then.phase, then.warp, lanes, then.clock);
    last = known;
    if (unknown == 0 || (before.use == Use::kRead && now.use == Use::kWrite &&
                         sync_.loaded(then, slot, now.epoch.warp, lane)))
      found |= LaneMask{1} << lane;
  }
  return found;
}

LaneMasks HappensBefore::after_each(const Record& before, const Record& now,
                                    uint32_t slot, LaneMask mine) const {
  const Epoch& then = before.epoch;
  if (before.launch != now.launch || !then.same_warp(now.epoch) ||
      then.phase < sync_.phase(slot))
    return Ordering::after_each(before, now, slot, mine);
  LaneMasks found = blocks_[slot].knowers(then.warp, then.clock);
  for (LaneMask& lanes : found) lanes &= mine;
  return found;
}

LaneMask HappensBefore::unordered(const Record& before, LaneMask lanes,
                                  const Record& now, uint32_t slot,
                                  int lane) const {
  const Epoch& then = before.epoch;
  if (before.launch != now.launch) {
    if (!std::binary_search(concurrent_.begin(), concurrent_.end(),
                            static_cast<int>(before.launch)))
      return 0;
    const bool ends =
        std::binary_search(prerequisites_.begin(), prerequisites_.end(),
                           static_cast<int>(before.launch));
    if (ends && sync_.known(slot, now.epoch.warp, lane, wait_).phase != 0)
      return 0;
  } else if (then.same_block(now.epoch)) {
    if (then.phase < sync_.phase(slot)) return 0;
    return blocks_[slot].unordered(then.warp, lanes, then.clock, now.epoch.warp,
                                   lane);
  }
  const LaneMask unknown =
      sync_.known(slot, now.epoch.warp, lane, then.serial)
          .unknown(then.phase, then.warp, lanes, then.clock);
  const bool loads = before.use == Use::kRead && now.use == Use::kWrite;
  if (unknown != 0 && loads && sync_.loaded(then, slot, now.epoch.warp, lane))
    return 0;
  return unknown;
}

}  // namespace simt::races
