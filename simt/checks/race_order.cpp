// SPDX-License-Identifier: MIT
// See race_order.h.
#include "simt/checks/race_order.h"

#include <algorithm>
#include <bit>

namespace simt::checks {

void RaceOrder::start_block(uint32_t warps, bool lockstep) {
  warps_ = std::min(warps, kMostWarps);
  lockstep_ = lockstep;
  start_epoch();
}

void RaceOrder::start_epoch() {
  ++epoch_;
  version_.fill(0);
}

void RaceOrder::refresh(WarpRows& rows) {
  if (rows.epoch == epoch_) return;
  rows.epoch = epoch_;
  for (Row& row : rows.of) row.fill(0);
}

void RaceOrder::join_lanes(uint32_t warp, LaneMask mask) {
  if (lanes_.empty()) lanes_.resize(kMostWarps);
  WarpRows& rows = lanes_[warp];
  refresh(rows);
  Row joined{};
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    for (int i = 0; i < kWarpSize; ++i)
      joined[i] = std::max(joined[i], rows.of[lane][i]);
  }
  for (LaneMask left = mask; left != 0; left &= left - 1)
    joined[std::countr_zero(left)] = version_[warp] + 1;
  for (LaneMask left = mask; left != 0; left &= left - 1)
    rows.of[std::countr_zero(left)] = joined;
}

void RaceOrder::sync_lanes(uint32_t warp, LaneMask mask) {
  if (warp >= warps_) return;
  join_lanes(warp, mask);
  if (!across_.empty() && across_[warp].epoch == epoch_) {
    Row joined{};
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const Row& row = across_[warp].of[std::countr_zero(left)];
      for (int i = 0; i < kWarpSize; ++i)
        joined[i] = std::max(joined[i], row[i]);
    }
    for (LaneMask left = mask; left != 0; left &= left - 1)
      across_[warp].of[std::countr_zero(left)] = joined;
  }
  ++version_[warp];
}

void RaceOrder::sync_warps(const std::vector<BarrierDone::Arrival>& arrivals) {
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
    const int warp = std::countr_zero(left);
    joined[warp] = version_[warp] + 1;
  }
  for (const BarrierDone::Arrival& arrival : arrivals) {
    if (arrival.warp >= warps_) continue;
    join_lanes(arrival.warp, arrival.lanes);
    for (LaneMask left = arrival.lanes; left != 0; left &= left - 1)
      across_[arrival.warp].of[std::countr_zero(left)] = joined;
  }
  for (LaneMask left = came; left != 0; left &= left - 1)
    ++version_[std::countr_zero(left)];
}

LaneMask RaceOrder::unordered(uint32_t warp, LaneMask lanes, uint32_t version,
                              uint32_t my_warp, int my_lane) const {
  if (warp != my_warp) {
    if (across_.empty() || across_[my_warp].epoch != epoch_) return lanes;
    return across_[my_warp].of[my_lane][warp] > version ? 0 : lanes;
  }
  if (lockstep_) return 0;
  const LaneMask others = lanes & ~(LaneMask{1} << my_lane);
  if (others == 0 || lanes_.empty() || lanes_[warp].epoch != epoch_)
    return others;
  const Row& known = lanes_[warp].of[my_lane];
  LaneMask found = 0;
  for (LaneMask left = others; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (known[lane] <= version) found |= LaneMask{1} << lane;
  }
  return found;
}

}  // namespace simt::checks
