// SPDX-License-Identifier: MIT
// The host waits inside a call: for launches that are under way, and for host
// functions. Both give the lock of the state away.
#pragma once

#include <cstdint>

#include "simt/context/state.h"
#include "simt/launch/callback_thread.h"
#include "simt/stream/order.h"

namespace simt::cudart {

/// Until more host functions than `seen` have returned, at most until `end`.
void wait_in_call(State& s, uint64_t seen, HostTime end = HostTime::max());

/// One wait for launches that are under way.
class LaunchWait {
 public:
  explicit LaunchWait(State& s) : s_(s) {}

  /// Lets them all go on, or ends the oldest that `needed` holds, which nobody
  /// can help any more; null: of all.
  void step(const Clock* needed);

 private:
  bool helped();
  bool time_helps();
  bool others_may_store() const;
  void look();

  State& s_;
  int quiet_ = 0;      // steps
  int times_ = 0;      // that time helped
  uint64_t seen_ = 0;  // host functions that have returned
};

}  // namespace simt::cudart
