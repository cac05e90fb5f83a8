// SPDX-License-Identifier: MIT
// Kernels that a kernel launches. They run when it has ended, in the order of
// their launches, and tail launches last: one of the orders that CUDA allows.
// So a race between a kernel and what it launched is not seen.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simt/context/state.h"
#include "simt/machine/machine.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Of one launch of a kernel.
class DeviceLaunches {
 public:
  explicit DeviceLaunches(State& s) : state_(s) {}
  DeviceLaunches(const DeviceLaunches&) = delete;
  DeviceLaunches& operator=(const DeviceLaunches&) = delete;
  ~DeviceLaunches();

  /// Calls of a machine with these settings come here.
  void listen(Settings& settings);
  /// Runs what was launched, and what that launches, unless something failed;
  /// `ticket` is the parent's.
  void run(const Ticket& ticket);

 private:
  struct Prepared {
    KernelWork work;
    Allocation* arguments = nullptr;
  };

  uint64_t prepare(const DeviceLaunch& wish);
  uint32_t launch(uint64_t arguments, uint64_t stream);

  State& state_;
  std::map<uint64_t, Prepared> prepared_;  // by the address of the arguments
  std::vector<KernelWork> first_, tail_;
};

}  // namespace simt::cudart
