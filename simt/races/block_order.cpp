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

void join(WarpClocks& clocks, const WarpClocks& other) {
  for (uint32_t i = 0; i < kMostWarps; ++i) raise(clocks[i], other[i]);
}

void raise(Clocks& clocks, uint32_t thread, uint32_t clock) {
  if (clock == 0) return;
  if (thread >= clocks.size())
    clocks.resize(thread_of(thread / kWarpSize + 1, 0));
  raise(clocks[thread], clock);
}

void shorten(WarpClocks& warps, Clocks& threads) {
  bool more = false;
  for (size_t warp = 0; warp * kWarpSize < threads.size(); ++warp) {
    const uint32_t* row = &threads[warp * kWarpSize];
    uint32_t least = row[0], most = row[0];
    for (int i = 1; i < kWarpSize; ++i) {
      least = std::min(least, row[i]);
      most = std::max(most, row[i]);
    }
    raise(warps[warp], least);
    more = more || most > warps[warp];
  }
  if (!more) threads.clear();
}

void VectorClock::join(const VectorClock& other) {
  races::join(warps, other.warps);
  races::join(threads, other.threads);
  if (self_clock == 0) self = other.self;
  if (self == other.self)
    raise(self_clock, other.self_clock);
  else
    races::raise(threads, other.self, other.self_clock);
}

namespace {

/// True when all that `wanted` asks of a warp's threads is `known` of one of
/// them, or of the warp. Null: of no thread. No loop ends early: the compiler
/// makes vectors of them.
bool row_covers(const uint32_t* known, uint32_t whole, const uint32_t* wanted) {
  uint32_t less = 0;
  if (known == nullptr) {
    for (int i = 0; i < kWarpSize; ++i) less |= uint32_t{wanted[i] > whole};
  } else {
    for (int i = 0; i < kWarpSize; ++i)
      less |= uint32_t{wanted[i] > known[i]} & uint32_t{wanted[i] > whole};
  }
  return less == 0;
}

}  // namespace

bool VectorClock::covers(const VectorClock& other) const {
  if (of(other.self) < other.self_clock) return false;
  uint32_t less = 0;
  for (uint32_t i = 0; i < kMostWarps; ++i)
    less |= uint32_t{other.warps[i] > warps[i]};
  if (less != 0) return false;
  for (uint32_t first = 0; first < other.threads.size(); first += kWarpSize) {
    const uint32_t* wanted = &other.threads[first];
    if (row_covers(first < threads.size() ? &threads[first] : nullptr,
                   warps[first / kWarpSize], wanted))
      continue;
    if (self / kWarpSize != first / kWarpSize) return false;
    for (uint32_t i = 0; i < kWarpSize; ++i)
      if (of(first + i) < wanted[i]) return false;
  }
  return true;
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
    for (LaneMask left = mask; left != 0; left &= left - 1)
      join(joined, rows.of[std::countr_zero(left)]);
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
    for (LaneMask left = mask; left != 0; left &= left - 1)
      join(joined, across_[warp].of[std::countr_zero(left)]);
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
    for (LaneMask left = arrival.lanes; left != 0; left &= left - 1)
      join(joined, across_[arrival.warp].of[std::countr_zero(left)]);
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

Clocks& BlockOrder::told_to(uint32_t thread) {
  if (thread >= told_.size()) told_.resize(thread_of(warps_, 0));
  return told_[thread];
}

/// Threads that meet share what they were told.
void BlockOrder::join_told(const std::vector<BarrierDone::Arrival>& arrivals) {
  Clocks all;
  std::vector<uint32_t> threads;
  for (const BarrierDone::Arrival& arrival : arrivals) {
    for (LaneMask left = arrival.lanes; left != 0; left &= left - 1) {
      const uint32_t me = thread_of(arrival.warp, std::countr_zero(left));
      if (arrival.waits) threads.push_back(me);
      if (me < told_.size()) join(all, told_[me]);
    }
  }
  if (all.empty()) return;
  for (uint32_t thread : threads) told_to(thread) = all;
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
  if (me < told_.size()) join(all.threads, told_[me]);
  return all;
}

VectorClock BlockOrder::known_to_any(uint32_t warp, LaneMask lanes) const {
  VectorClock all;
  Row own{};
  const bool across = !across_.empty() && across_[warp].phase == phase_;
  const bool inside = !lanes_.empty() && lanes_[warp].phase == phase_;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (across) join(all.warps, across_[warp].of[lane]);
    if (inside) join(own, lanes_[warp].of[lane]);
    const uint32_t me = thread_of(warp, lane);
    if (me < told_.size()) join(all.threads, told_[me]);
  }
  // Clocks of whole warps say it shorter.
  if (lanes == kAllLanes) {
    raise(all.warps[warp], clock_[warp] + 1);
  } else {
    for (LaneMask left = lanes; left != 0; left &= left - 1)
      raise(own[std::countr_zero(left)], clock_[warp] + 1);
    for (int i = 0; i < kWarpSize; ++i)
      races::raise(all.threads, thread_of(warp, i), own[i]);
  }
  shorten(all.warps, all.threads);
  return all;
}

/// The thread is told of single threads of other warps.
void BlockOrder::tell(uint32_t warp, int lane, const Clocks& threads) {
  Row& whole = across_[warp].of[lane];
  const uint32_t own = thread_of(warp, 0);
  bool more = false;
  for (uint32_t first = 0; first < threads.size(); first += kWarpSize) {
    uint32_t news = 0;
    for (uint32_t i = 0; i < kWarpSize; ++i)
      news |= uint32_t{threads[first + i] > whole[first / kWarpSize]};
    if (news == 0 || first == own) continue;
    Clocks& told = told_to(thread_of(warp, lane));
    if (told.size() < first + kWarpSize) told.resize(first + kWarpSize);
    for (uint32_t i = first; i < first + kWarpSize; ++i)
      raise(told[i], threads[i]);
    more = true;
  }
  if (more) shorten(whole, told_to(thread_of(warp, lane)));
}

void BlockOrder::learn(uint32_t warp, int lane, const VectorClock& knowledge) {
  if (across_.empty()) across_.resize(kMostWarps);
  if (lanes_.empty()) lanes_.resize(kMostWarps);
  refresh(across_[warp]);
  refresh(lanes_[warp]);
  Row &whole = across_[warp].of[lane], &mine = lanes_[warp].of[lane];
  join(whole, knowledge.warps);
  const uint32_t own = thread_of(warp, 0), me = thread_of(warp, lane);
  tell(warp, lane, knowledge.threads);
  const bool self_here = knowledge.self / kWarpSize == warp;
  if (self_here)
    raise(mine[knowledge.self % kWarpSize], knowledge.self_clock);
  else if (knowledge.self_clock > whole[knowledge.self / kWarpSize])
    races::raise(told_to(me), knowledge.self, knowledge.self_clock);
  const uint32_t* const threads =
      own < knowledge.threads.size() ? &knowledge.threads[own] : nullptr;
  const uint32_t* const told =
      me < told_.size() && own < told_[me].size() ? &told_[me][own] : nullptr;
  for (uint32_t i = 0; i < kWarpSize; ++i) {
    if (threads != nullptr) raise(mine[i], threads[i]);
    if (told != nullptr) raise(mine[i], told[i]);
    raise(mine[i], knowledge.warps[warp]);
  }
  if (me < told_.size() && !told_[me].empty()) shorten(whole, told_[me]);
}

void BlockOrder::pass_on(uint32_t warp, LaneMask lanes) {
  int before = std::countr_zero(lanes);
  learn(warp, before, {});  // its rows are there
  WarpRows &across = across_[warp], &inside = lanes_[warp];
  const uint32_t own = thread_of(warp, 0);
  for (LaneMask left = lanes & (lanes - 1); left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint32_t from = thread_of(warp, before), me = thread_of(warp, lane);
    Row &whole = across.of[lane], &mine = inside.of[lane];
    join(whole, across.of[before]);
    join(mine, inside.of[before]);
    raise(mine[before], clock_[warp] + 1);
    for (uint32_t& clock : mine) raise(clock, across.of[before][warp]);
    if (from < told_.size() && !told_[from].empty()) {
      tell(warp, lane, told_[from]);
      for (uint32_t i = 0; own < told_[from].size() && i < kWarpSize; ++i)
        raise(mine[i], told_[from][own + i]);
    }
    if (me < told_.size() && own < told_[me].size())
      for (uint32_t i = 0; i < kWarpSize; ++i)
        raise(mine[i], told_[me][own + i]);
    before = lane;
  }
}

/// Of the lanes of another warp, those that `me` was told nothing of.
LaneMask BlockOrder::untold(uint32_t warp, LaneMask lanes, uint32_t clock,
                            uint32_t me) const {
  if (me >= told_.size()) return lanes;
  const Clocks& told = told_[me];
  const uint32_t first = thread_of(warp, 0);
  if (first >= told.size()) return lanes;
  LaneMask known = 0;
  for (uint32_t i = 0; i < kWarpSize; ++i)
    known |= LaneMask{told[first + i] > clock} << i;
  return lanes & ~known;
}

std::array<LaneMask, kWarpSize> BlockOrder::knowers(uint32_t warp,
                                                    uint32_t clock) const {
  std::array<LaneMask, kWarpSize> found;
  if (lockstep_) {
    found.fill(kAllLanes);
    return found;
  }
  for (int i = 0; i < kWarpSize; ++i) found[i] = LaneMask{1} << i;
  if (lanes_.empty() || lanes_[warp].phase != phase_) return found;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const Row& known = lanes_[warp].of[lane];
    for (int i = 0; i < kWarpSize; ++i)
      found[i] |= LaneMask{known[i] > clock} << lane;
  }
  return found;
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
