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

}  // namespace

bool KernelTouches::wants(const Allocation* allocation) const {
  return allocation && works_.wants(allocation->host_visible);
}

void KernelTouches::touch_lane(const Access& access, int lane) {
  const uint64_t begin = access.lane_address(lane);
  const Allocation* holder =
      access.allocation ? access.allocation : memory_.find(begin);
  if (!wants(holder)) return;
  const bool writes = access.kind != AccessKind::kLoad;
  if (!of_system(access)) {
    works_.touch(begin, begin + access.bytes, writes, access.pc);
    hand_over_if_seen(writes && holder->host_visible, false);
  } else if (writes && holder->host_visible) {
    works_.hand_over();
  }
}

void KernelTouches::on_access(const Access& access) {
  if (access.space == ptx::Space::kGlobal) touch(access);
}

void KernelTouches::touch(const Access& access) {
  if (access.allocation && !wants(access.allocation)) return;
  const bool row = access.shape == Shape::kConsecutive && access.allocation &&
                   access.active == kAllLanes && !of_system(access);
  if (row) {
    const bool writes = access.kind != AccessKind::kLoad;
    works_.touch(access.base, access.base + access.bytes * kWarpSize, writes,
                 access.pc);
    return hand_over_if_seen(writes && access.allocation->host_visible, false);
  }
  LaneMask left = access.active;
  if (access.shape == Shape::kUniform) left &= -left;
  for (; left != 0; left &= left - 1) {
    touch_lane(access, std::countr_zero(left));
  }
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
