// SPDX-License-Identifier: MIT
// Copies and fills between host and device, checked against the allocations
// that they touch.
#pragma once

#include <cstdint>

#include "simt/context/state.h"

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

/// What to do with a copy or fill: kCheck only says what is wrong with it.
enum class Act : uint8_t { kDo, kCheck };

/// The value of a fill: the lowest `size` bytes (1, 2 or 4) of `value`.
struct Pattern {
  unsigned value = 0;
  unsigned size = 1;
};

/// Copies. `name` is the API call, for diagnostics. The directions follow
/// unified addressing: each side must be what `kind` says it is.
cudaError_t copy(State& s, const char* name, const Side& to, const Side& from,
                 const Extent& extent, cudaMemcpyKind kind, Act act = Act::kDo);

/// Sets the extent, element by element.
cudaError_t fill(State& s, const char* name, const Side& to,
                 const Extent& extent, const Pattern& pattern,
                 Act act = Act::kDo);

}  // namespace simt::cudart
