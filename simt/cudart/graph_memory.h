// SPDX-License-Identifier: MIT
// Nodes that allocate and free memory, as calls of graphs and of captured
// streams make them.
#pragma once

#include <cstddef>

#include "simt/cudart/call.h"
#include "simt/stream/graph_exec.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// The work of a node that allocates; `call` names its memory. `*pointer` (and
/// `parameters.dptr`) becomes its address, or stays as it is after an error.
cudaError_t make_allocation(State& s, const char* call, size_t bytes,
                            void** pointer, Work& work);
cudaError_t make_allocation(State& s, const char* call,
                            cudaMemAllocNodeParams& parameters, Work& work);
/// Of a node that frees what such a node allocates.
cudaError_t make_release(State& s, void* pointer, Work& work);

/// Whether memory that `exec` allocates is there still when it begins: a launch
/// has left it, and nothing that was given to a stream since then frees it.
bool has_unfreed_memory(State& s, const GraphExec& exec);
/// Whether its devices have the memory that it needs at once, where its nodes
/// run in their own order.
bool has_room(State& s, const GraphExec& exec);
/// `exec` is launched: notes which memory it leaves.
void note_memory(State& s, const GraphExec& exec);

}  // namespace simt::cudart
