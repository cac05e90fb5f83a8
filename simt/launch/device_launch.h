// SPDX-License-Identifier: MIT
// Kernels that a kernel launches. They run when it has ended, in the order of
// their launches, and tail launches last: one of the orders that CUDA allows.
// So a race between a kernel and what it launched is not seen. Runs none.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "simt/context/state.h"
#include "simt/launch/launch_check.h"
#include "simt/machine/machine.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Of one launch of a kernel.
class DeviceLaunches {
 public:
  /// `ticket` is the one of `kernel`; `parent` what the one that launched it
  /// has launched, null where that was the host.
  DeviceLaunches(State& s, const program::Kernel& kernel, const Ticket& ticket,
                 std::shared_ptr<DeviceLaunches> parent);
  DeviceLaunches(const DeviceLaunches&) = delete;
  DeviceLaunches& operator=(const DeviceLaunches&) = delete;
  ~DeviceLaunches();

  /// Calls of a machine with these settings come here.
  void listen(Settings& settings);
  /// The next one to run, when those before have ended with all that they
  /// launched. None after a failure.
  std::optional<KernelWork> take();
  /// Who waits for the one that take() gave waits for the kernel, too.
  const Ticket& ticket() const { return ticket_; }
  const std::shared_ptr<DeviceLaunches>& parent() const { return parent_; }

 private:
  struct Prepared {
    KernelWork work;
    Allocation* arguments = nullptr;
  };

  uint64_t prepare(const DeviceLaunch& wish);
  uint32_t launch(uint64_t arguments, uint64_t stream);
  Refusal refuse_here(uint64_t stream) const;
  size_t outstanding() const;

  State& state_;
  const program::Kernel& kernel_;
  Ticket ticket_;
  std::shared_ptr<DeviceLaunches> parent_;
  size_t depth_ = 0;                       // of kernels that kernels launched
  std::map<uint64_t, Prepared> prepared_;  // by the address of the arguments
  std::deque<KernelWork> first_, tail_;
};

}  // namespace simt::cudart
