// SPDX-License-Identifier: MIT
// Says how many products of numbers an instruction makes, whatever it is
// called. A check then bounds the work and not its spelling.
#pragma once

#include <cstdint>

#include "simt/ops/table.h"

namespace simt::ops {

/// Products that a warp makes by one execution of a matrix instruction of
/// m x n x k: m * n * k, or a quarter of that where four warps share it
/// (wgmma). 0 of every other instruction.
uint64_t matrix_multiplies(const Op& op, const Form* form);

/// Products of floating-point numbers that a lane makes by one execution of an
/// ordinary instruction: 1, or 2 of a packed one. 0 where it makes none.
uint64_t float_multiplies(const Op& op, const Form* form);

}  // namespace simt::ops
