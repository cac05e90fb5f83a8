// SPDX-License-Identifier: MIT
// Accesses of system scope are how a kernel and the host talk while it runs:
// they are no touches, and a kernel that stores so hands over what it did. So
// does one with a fence, if it stores anything that the host sees.
#include "simt/launch/kernel_touches.h"

#include <bit>

namespace simt::cudart {
namespace {

bool of_system(const Access& access) {
  return access.order == MemoryOrder::kVolatile || access.scope == Scope::kSys;
}

/// Calls `body(begin, end)` for what the lanes touch: neighbouring lanes that
/// touch the same bytes, or each the next ones, make one stretch.
template <class Body>
void each_stretch(const Access& access, Body body) {
  if (access.shape == Shape::kUniform) {
    return body(access.base, access.base + access.bytes);
  }
  if (access.shape == Shape::kConsecutive && access.active == kAllLanes) {
    return body(access.base, access.base + access.bytes * kWarpSize);
  }
  uint64_t begin = access.lane_address(std::countr_zero(access.active));
  uint64_t end = begin;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const uint64_t at = access.lane_address(std::countr_zero(left));
    if (at != end && at + access.bytes != end) {
      body(begin, end);
      begin = at;
    }
    end = at + access.bytes;
  }
  body(begin, end);
}

}  // namespace

bool KernelTouches::wants(const Allocation* allocation) const {
  return allocation && works_.wants(allocation->host_visible);
}

void KernelTouches::on_access(const Access& access) {
  if (access.space == ptx::Space::kGlobal) touch(access);
}

void KernelTouches::touch(const Access& access) {
  if (access.allocation) {
    if (wants(access.allocation)) touch(access, *access.allocation);
    return;
  }
  Access of_lane = access;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    of_lane.active = left & -left;
    const int lane = std::countr_zero(left);
    const Allocation* holder = memory_.find(access.lane_address(lane));
    if (wants(holder)) touch(of_lane, *holder);
  }
}

void KernelTouches::touch(const Access& access, const Allocation& holder) {
  const bool writes = access.kind != AccessKind::kLoad;
  const bool shows = writes && holder.host_visible;
  if (of_system(access)) {
    if (shows) works_.hand_over();
    return;
  }
  each_stretch(access, [&](uint64_t begin, uint64_t end) {
    works_.touch(begin, end, writes, access.pc);
  });
  hand_over_if_seen(shows, false);
}

void KernelTouches::on_fence(const WarpPlace&, LaneMask, MemoryOrder,
                             Scope scope) {
  hand_over_if_seen(false, scope == Scope::kSys);
}

void KernelTouches::hand_over_if_seen(bool stores, bool fences) {
  stores_ = stores_ || stores;
  fences_ = fences_ || fences;
  if (stores_ && fences_) works_.hand_over();
}

}  // namespace simt::cudart
