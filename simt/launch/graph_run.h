// SPDX-License-Identifier: MIT
// Launches of graphs. Knows no handle and no call of the API.
#pragma once

#include "simt/context/state.h"
#include "simt/stream/graph_exec.h"
#include "simt/stream/order.h"

namespace simt::cudart {

/// Runs all steps, each after those before it, once all of `start` is done.
/// `end` then holds what was done. Takes the lock for each step alone.
cudaError_t run(const GraphExec& exec, const Clock& start, Clock& end);

}  // namespace simt::cudart
