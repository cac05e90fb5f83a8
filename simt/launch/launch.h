// SPDX-License-Identifier: MIT
// One launch: checks what the host asked for, then gives it to its stream.
#pragma once

#include "simt/context/state.h"
#include "simt/launch/request.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Gives the launch to its stream. A wrong configuration is returned at once;
/// what goes wrong on the device becomes State::pending, as launches do not
/// wait.
cudaError_t launch(State& s, const LaunchRequest& request);

/// Checks a launch that a graph will do, and copies all that it needs, its
/// arguments included.
cudaError_t prepare_launch(State& s, const LaunchRequest& request,
                           KernelWork& work);

}  // namespace simt::cudart
