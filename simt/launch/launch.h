// SPDX-License-Identifier: MIT
// One launch: checks what the host asked for, then runs it to its end.
#pragma once

#include "simt/context/state.h"
#include "simt/stream/work.h"

namespace simt::cudart {

struct LaunchRequest {
  const void* function = nullptr;  // the host's stub
  dim3 grid, block;
  void** arguments = nullptr;  // one pointer per parameter
  size_t shared = 0;           // dynamic, bytes
  cudaStream_t stream = nullptr;
  bool cooperative = false;
  bool returned = true;  // the error, by a call; <<<...>>> returns nothing
};

/// Gives the launch to its stream. A wrong configuration is returned at once;
/// what goes wrong on the device becomes State::pending, as launches do not
/// wait.
cudaError_t launch(State& s, const LaunchRequest& request);

/// Checks a launch that a graph will do, and copies all that it needs, its
/// arguments included.
cudaError_t prepare_launch(State& s, const LaunchRequest& request,
                           KernelWork& work);

/// Runs it to its end, next in `chain` and after all that `clock` holds.
cudaError_t run_kernel(State& s, const KernelWork& work, Clock& clock,
                       Chain chain);

}  // namespace simt::cudart
