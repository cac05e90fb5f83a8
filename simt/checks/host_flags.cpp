// SPDX-License-Identifier: MIT
// In the order of each thread alone: what others stored, and handed to it by a
// barrier, counts as released. So no right program is counted as unreleased
// because of a fence that another thread made.
#include "simt/checks/host_flags.h"

#include <bit>
#include <utility>

namespace simt::checks {

bool releases_to_system(const ops::Op& op, const ops::Form* form) {
  if (form == nullptr || form->scope != Scope::kSys) return false;
  // A fence without a word for its order releases, too.
  const bool plain_fence =
      op.event == ops::Event::kFence && form->order == MemoryOrder::kWeak;
  return plain_fence || releases(form->order);
}

void HostFlagCount::on_write(const Access& access) {
  LaneMask& open = open_[key(access.at)];
  if (access.order == MemoryOrder::kWeak &&
      access.kind != AccessKind::kAtomic) {
    open |= access.active;
    return;
  }
  // A volatile access is relaxed, and its scope is the system's.
  const bool reaches =
      access.order == MemoryOrder::kVolatile || access.scope == Scope::kSys;
  const bool released = reaches && releases(access.order);
  const LaneMask wrong = reaches ? open : kAllLanes;
  count_.stores += std::popcount(access.active);
  if (released) {
    open &= ~access.active;
  } else {
    count_.unreleased += std::popcount(access.active & wrong);
    open |= access.active;
  }
}

void HostFlagCount::on_fence(const WarpPlace& at, LaneMask lanes,
                             MemoryOrder order, Scope scope) {
  if (scope != Scope::kSys || !releases(order) || open_.empty()) return;
  open_[key(at)] &= ~lanes;
}

HostFlags HostFlagCount::take() {
  open_.clear();
  return std::exchange(count_, {});
}

}  // namespace simt::checks
