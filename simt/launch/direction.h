// SPDX-License-Identifier: MIT
// Explains a copy whose kind contradicts its pointers, and a fill of memory
// that the device cannot write. Copies nothing.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// Adds wrong-kind: `call` copies `from` to `to`, and `kind` says otherwise.
void explain_direction(State& s, const char* call, const void* to,
                       const void* from, cudaMemcpyKind kind);

/// Adds wrong-kind: `call` fills `to`, which is ordinary memory of the host.
void explain_fill(State& s, const char* call, const void* to);

/// Adds peer-access: `call` fills memory of another device, to which `device`
/// has no access.
void explain_fill_of_peer(State& s, const char* call, const Allocation& memory,
                          int device);

}  // namespace simt::cudart
