// SPDX-License-Identifier: MIT
// Nodes that allocate and free memory, as calls of graphs and of captured
// streams make them.
#pragma once

#include <cstddef>

#include "simt/cudart/call.h"
#include "simt/stream/graph_exec.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// The work of a node that allocates; `call` names its memory.
cudaError_t make_allocation(State& s, const char* call, size_t bytes,
                            void** pointer, Work& work);
/// Of a node that frees what such a node allocates.
cudaError_t make_release(State& s, void* pointer, Work& work);

/// Whether memory that `exec` allocates is still there from its last launch.
bool has_unfreed_memory(State& s, const GraphExec& exec);

}  // namespace simt::cudart
