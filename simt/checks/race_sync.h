// SPDX-License-Identifier: MIT
// Order that flags and locks make: a release (or a fence before an atomic)
// and an acquire (or a fence after one) of the same address. Knows nothing of
// the data that they protect.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "simt/checks/race_order.h"
#include "simt/ops/event.h"

namespace simt::checks {

class RaceSync {
 public:
  /// Every thread of the block met: all is known to all.
  void start_epoch();
  void on_fence(RaceOrder& order, uint32_t warp, LaneMask lanes);
  /// An atomic, a relaxed or stronger access, or a volatile one.
  void on_access(RaceOrder& order, const Access& access);

 private:
  using Place = std::pair<int, uint64_t>;  // space, address

  void store(RaceOrder& order, const Access& access, int lane, Place place);
  void load(RaceOrder& order, const Access& access, int lane, Place place);

  std::map<Place, Knowledge> released_;
  std::map<uint32_t, Knowledge> fenced_;   // by thread: at its last fence
  std::map<uint32_t, Knowledge> pending_;  // by thread: for its next fence
};

}  // namespace simt::checks
