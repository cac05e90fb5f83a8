// SPDX-License-Identifier: MIT
// See race_sync.h. Slow on purpose: few kernels synchronise like this.
#include "simt/checks/race_sync.h"

#include <bit>

namespace simt::checks {
namespace {

bool releases(Order order) {
  return order == Order::kRelease || order == Order::kAcqRel ||
         order == Order::kSeqCst;
}

bool acquires(Order order) {
  return order == Order::kAcquire || order == Order::kAcqRel ||
         order == Order::kSeqCst;
}

uint32_t thread_of(uint32_t warp, int lane) {
  return warp * kWarpSize + static_cast<uint32_t>(lane);
}

}  // namespace

void RaceSync::start_epoch() {
  released_.clear();
  fenced_.clear();
  pending_.clear();
}

void RaceSync::on_fence(RaceOrder& order, uint32_t warp, LaneMask lanes) {
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const uint32_t thread = thread_of(warp, lane);
    if (auto found = pending_.find(thread); found != pending_.end()) {
      order.learn(warp, lane, found->second);
      pending_.erase(found);
    }
    fenced_[thread] = order.known_to(warp, lane);
  }
  order.next_version(warp);
}

void RaceSync::on_access(RaceOrder& order, const Access& access) {
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const Place place{static_cast<int>(access.space),
                      access.lane_address(lane)};
    if (access.kind != AccessKind::kStore) load(order, access, lane, place);
    if (access.kind != AccessKind::kLoad) store(order, access, lane, place);
  }
  if (access.kind != AccessKind::kLoad && releases(access.order))
    order.next_version(access.at.warp);
}

void RaceSync::load(RaceOrder& order, const Access& access, int lane,
                    Place place) {
  const auto found = released_.find(place);
  if (found == released_.end()) return;
  if (acquires(access.order)) {
    order.learn(access.at.warp, lane, found->second);
  } else {
    pending_[thread_of(access.at.warp, lane)].join(found->second);
  }
}

void RaceSync::store(RaceOrder& order, const Access& access, int lane,
                     Place place) {
  const uint32_t thread = thread_of(access.at.warp, lane);
  if (releases(access.order)) {
    released_[place].join(order.known_to(access.at.warp, lane));
  } else if (auto found = fenced_.find(thread); found != fenced_.end()) {
    released_[place].join(found->second);
  }
}

}  // namespace simt::checks
