// SPDX-License-Identifier: MIT
// How much history is kept. What is past it is forgotten, and counted.
#pragma once

#include <cstddef>

namespace simt::races {

struct Limits {
  /// Between two barriers of a block, of its shared memory: 150 MB.
  size_t shared_records = size_t{1} << 22;
  /// Of global memory, until nothing that ran before can be concurrent: 600 MB.
  size_t global_records = size_t{1} << 24;
  /// That the cells of global memory, or of a block's shared memory, keep
  /// beside the first ones of each: 130 MB.
  size_t entries = size_t{1} << 24;
  /// Stores that may be flags.
  size_t publications = size_t{1} << 22;
};

}  // namespace simt::races
