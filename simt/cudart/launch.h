// SPDX-License-Identifier: MIT
// One launch: checks what the host asked for, then runs it to its end.
#pragma once

#include "simt/cudart/state.h"

namespace simt::cudart {

struct LaunchRequest {
  const void* function = nullptr;  // the host's stub
  dim3 grid, block;
  void** arguments = nullptr;  // one pointer per parameter
  size_t shared = 0;           // dynamic, bytes
  cudaStream_t stream = nullptr;
  bool cooperative = false;
};

/// Runs the launch. A wrong configuration is returned at once; what goes
/// wrong on the device becomes State::pending, as launches do not wait.
cudaError_t launch(State& s, const LaunchRequest& request);

}  // namespace simt::cudart
