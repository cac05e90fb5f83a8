// SPDX-License-Identifier: MIT
// Explains why a call cannot give memory back: freed before (double-free), or
// made by another call (wrong-kind). Frees nothing.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// Adds the diagnostic of a call that frees what begins at `pointer`, where
/// `takes` says what it can free: "cudaMalloc and its relatives made".
void explain_wrong_free(State& s, const void* pointer, const char* takes);

/// The same of cudaFreeAsync with managed memory.
void explain_managed_in_stream(State& s, const void* pointer);

/// The same of cudaHostUnregister.
void explain_not_registered(State& s, const void* pointer);

}  // namespace simt::cudart
