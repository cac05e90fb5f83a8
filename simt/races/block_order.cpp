// SPDX-License-Identifier: MIT
// Rows are joined where lanes or warps meet. A row of an older phase counts as
// empty, so that a barrier of the whole block clears none.
#include "simt/races/block_order.h"

#include <algorithm>
#include <bit>

namespace simt::races {

namespace {

void raise(uint32_t& value, uint32_t to) { value = std::max(value, to); }

}  // namespace

void join(Clocks& clocks, const Clocks& other) {
  if (clocks.size() < other.size()) clocks.resize(other.size());
  for (size_t i = 0; i < other.size(); ++i) raise(clocks[i], other[i]);
}

void VectorClock::join(const VectorClock& other) {
  for (uint32_t i = 0; i < kMostWarps; ++i) raise(warps[i], other.warps[i]);
  races::join(threads, other.threads);
  if (self_clock == 0) self = other.self;
  if (self == other.self)
    raise(self_clock, other.self_clock);
  else
    races::join(threads, other.all_threads());
}

Clocks VectorClock::all_threads() const {
  Clocks all = threads;
  if (self_clock == 0) return all;
  if (all.size() <= self) all.resize(self + 1);
  raise(all[self], self_clock);
  return all;
}

void BlockOrder::start_block(uint32_t warps, bool lockstep) {
  warps_ = std::min(warps, kMostWarps);
  lockstep_ = lockstep;
  start_phase();
}

void BlockOrder::start_phase() {
  ++phase_;
  clock_.fill(0);
  told_.clear();
  counted_.clear();
}

void BlockOrder::refresh(WarpRows& rows) {
  if (rows.phase == phase_) return;
  rows.phase = phase_;
  for (Row& row : rows.of) row.fill(0);
}

void BlockOrder::join_lanes(uint32_t warp, LaneMask mask) {
  if (lanes_.empty()) lanes_.resize(kMostWarps);
  WarpRows& rows = lanes_[warp];
  refresh(rows);
  Row joined{};
  if (mask != kAllLanes) {  // else nothing of the old rows stays
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      for (int i = 0; i < kWarpSize; ++i)
        joined[i] = std::max(joined[i], rows.of[lane][i]);
    }
  }
  for (LaneMask left = mask; left != 0; left &= left - 1)
    joined[std::countr_zero(left)] = clock_[warp] + 1;
  for (LaneMask left = mask; left != 0; left &= left - 1)
    rows.of[std::countr_zero(left)] = joined;
}

void BlockOrder::sync_lanes(uint32_t warp, LaneMask mask) {
  if (warp >= warps_) return;
  join_lanes(warp, mask);
  if (!across_.empty() && across_[warp].phase == phase_) {
    Row joined{};
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const Row& row = across_[warp].of[std::countr_zero(left)];
      for (int i = 0; i < kWarpSize; ++i)
        joined[i] = std::max(joined[i], row[i]);
    }
    for (LaneMask left = mask; left != 0; left &= left - 1)
      across_[warp].of[std::countr_zero(left)] = joined;
  }
  if (!told_.empty()) join_told({{0, warp, mask, 0}});
  ++clock_[warp];
}

void BlockOrder::arrive(int id, uint32_t warp) {
  if (warp >= warps_) return;
  counted_[{id, warp}] = clock_[warp]++;
}

void BlockOrder::sync_warps(int id,
                            const std::vector<BarrierDone::Arrival>& arrivals) {
  if (across_.empty()) across_.resize(kMostWarps);
  Row joined{};
  LaneMask came = 0;  // warps
  for (const BarrierDone::Arrival& arrival : arrivals) {
    if (arrival.warp >= warps_) continue;
    came |= LaneMask{1} << arrival.warp;
    refresh(across_[arrival.warp]);
    for (LaneMask left = arrival.lanes; left != 0; left &= left - 1) {
      const Row& row = across_[arrival.warp].of[std::countr_zero(left)];
      for (int i = 0; i < kWarpSize; ++i)
        joined[i] = std::max(joined[i], row[i]);
    }
  }
  for (LaneMask left = came; left != 0; left &= left - 1) {
    const auto warp = static_cast<uint32_t>(std::countr_zero(left));
    const auto counted = counted_.find({id, warp});
    raise(joined[warp],
          (counted == counted_.end() ? clock_[warp] : counted->second) + 1);
    if (counted != counted_.end()) counted_.erase(counted);
  }
  for (const BarrierDone::Arrival& arrival : arrivals) {
    if (arrival.warp >= warps_ || !arrival.waits) continue;
    join_lanes(arrival.warp, arrival.lanes);
    for (LaneMask left = arrival.lanes; left != 0; left &= left - 1)
      across_[arrival.warp].of[std::countr_zero(left)] = joined;
  }
  if (!told_.empty()) join_told(arrivals);
  for (LaneMask left = came; left != 0; left &= left - 1)
    ++clock_[std::countr_zero(left)];
}

/// Threads that meet share what they were told.
void BlockOrder::join_told(const std::vector<BarrierDone::Arrival>& arrivals) {
  Clocks all;
  std::vector<uint32_t> threads;
  for (const BarrierDone::Arrival& arrival : arrivals) {
    for (LaneMask left = arrival.lanes; left != 0; left &= left - 1) {
      const uint32_t me = thread_of(arrival.warp, std::countr_zero(left));
      if (arrival.waits) threads.push_back(me);
      const auto found = told_.find(me);
      if (found != told_.end()) join(all, found->second);
    }
  }
  for (uint32_t thread : threads) told_[thread] = all;
}

VectorClock BlockOrder::known_to(uint32_t warp, int lane) const {
  VectorClock all;
  if (!across_.empty() && across_[warp].phase == phase_)
    all.warps = across_[warp].of[lane];
  if (!lanes_.empty() && lanes_[warp].phase == phase_) {
    all.threads.resize(thread_of(warp, kWarpSize));
    for (int i = 0; i < kWarpSize; ++i)
      all.threads[thread_of(warp, i)] = lanes_[warp].of[lane][i];
  }
  const uint32_t me = thread_of(warp, lane);
  all.self = me;
  all.self_clock = clock_[warp] + 1;
  if (const auto found = told_.find(me); found != told_.end())
    join(all.threads, found->second);
  return all;
}

VectorClock BlockOrder::known_to_any(uint32_t warp, LaneMask lanes) const {
  VectorClock all;
  for (LaneMask left = lanes; left != 0; left &= left - 1)
    all.join(known_to(warp, std::countr_zero(left)));
  if (lanes != kAllLanes) return all;
  // Clocks of whole warps say it shorter.
  raise(all.warps[warp], clock_[warp] + 1);
  bool more = false;
  for (uint32_t i = 0; i < all.threads.size(); ++i)
    more = more || all.threads[i] > all.warps[i / kWarpSize];
  if (!more) all.threads.clear();
  all.self_clock = 0;
  return all;
}

void BlockOrder::learn(uint32_t warp, int lane, const VectorClock& knowledge) {
  if (across_.empty()) across_.resize(kMostWarps);
  if (lanes_.empty()) lanes_.resize(kMostWarps);
  refresh(across_[warp]);
  refresh(lanes_[warp]);
  for (uint32_t i = 0; i < kMostWarps; ++i)
    raise(across_[warp].of[lane][i], knowledge.warps[i]);
  const uint32_t own = thread_of(warp, 0);
  const Clocks threads = knowledge.all_threads();
  for (uint32_t i = 0; i < kWarpSize; ++i)
    if (own + i < threads.size())
      raise(lanes_[warp].of[lane][i], threads[own + i]);
  for (uint32_t& known : lanes_[warp].of[lane])
    raise(known, knowledge.warps[warp]);
  join(told_[own + static_cast<uint32_t>(lane)], threads);
}

/// Of the lanes of another warp, those that `me` was told nothing of.
LaneMask BlockOrder::untold(uint32_t warp, LaneMask lanes, uint32_t clock,
                            uint32_t me) const {
  const auto found = told_.find(me);
  if (found == told_.end()) return lanes;
  const Clocks& told = found->second;
  LaneMask left_out = lanes;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint32_t thread = thread_of(warp, lane);
    if (thread < told.size() && told[thread] > clock)
      left_out &= ~(LaneMask{1} << lane);
  }
  return left_out;
}

LaneMask BlockOrder::unordered(uint32_t warp, LaneMask lanes, uint32_t clock,
                               uint32_t my_warp, int my_lane) const {
  if (warp != my_warp) {
    if (!across_.empty() && across_[my_warp].phase == phase_ &&
        across_[my_warp].of[my_lane][warp] > clock)
      return 0;
    if (told_.empty()) return lanes;
    return untold(warp, lanes, clock, thread_of(my_warp, my_lane));
  }
  if (lockstep_) return 0;
  const LaneMask others = lanes & ~(LaneMask{1} << my_lane);
  if (others == 0 || lanes_.empty() || lanes_[warp].phase != phase_)
    return others;
  const Row& known = lanes_[warp].of[my_lane];
  LaneMask found = 0;
  for (LaneMask left = others; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (known[lane] <= clock) found |= LaneMask{1} << lane;
  }
  return found;
}

}  // namespace simt::races
