// SPDX-License-Identifier: MIT
// Copies and fills between host and device, checked against the allocations
// that they touch.
#pragma once

#include "simt/cudart/state.h"

namespace simt::cudart {

/// One side of a copy: `planes` of `rows` of bytes.
struct Side {
  const void* pointer = nullptr;
  size_t row_step = 0;    // bytes from one row to the next
  size_t plane_step = 0;  // bytes from one plane to the next
};

/// What moves: all in bytes, rows and planes.
struct Extent {
  size_t width = 0, rows = 1, planes = 1;
};

/// Copies. `name` is the API call, for diagnostics. The directions follow
/// unified addressing: each side must be what `kind` says it is.
cudaError_t copy(State& s, const char* name, const Side& to, const Side& from,
                 const Extent& extent, cudaMemcpyKind kind);

/// Sets every byte of the extent.
cudaError_t fill(State& s, const char* name, const Side& to,
                 const Extent& extent, int value);

}  // namespace simt::cudart
