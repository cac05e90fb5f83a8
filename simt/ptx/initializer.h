// SPDX-License-Identifier: MIT
// Initial values of variables: `= {1, 2, generic(table)+4}` (PTX ISA 5.4.4).
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/cursor.h"
#include "simt/ptx/module.h"

namespace simt::ptx {

inline constexpr size_t kMaxDimensions = 16;

/// Parses the value after `=` into `variable.init`, rows filled up with
/// zeros. `dimensions` are the array's, 0 where it is unsized, at most
/// kMaxDimensions of them.
void parse_initializer(Cursor& in, const std::vector<uint64_t>& dimensions,
                       Variable& variable);

}  // namespace simt::ptx
