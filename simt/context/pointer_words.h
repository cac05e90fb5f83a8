// SPDX-License-Identifier: MIT
// What a pointer is, in words, and which call gives such memory back. Finds
// no mistakes.
#pragma once

#include <string>

#include "simt/context/state.h"

namespace simt::cudart {

/// "memory of the device", "page-locked memory of the host".
std::string words_of(MemoryKind kind);

/// "`cudaMalloc #1+4`, memory of the device", "ordinary memory of the host".
std::string describe_pointer(State& s, const void* pointer);

/// The call that gives such memory back, "cudaFree(pointer)"; empty: none.
std::string remedy_of(MemoryKind kind);

}  // namespace simt::cudart
