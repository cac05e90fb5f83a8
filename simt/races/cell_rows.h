// SPDX-License-Identifier: MIT
// Loops over the cells of a row that a full warp touches; the compiler turns
// them into vector instructions. And over lanes that meet in one cell.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "simt/ops/event.h"

namespace simt::races {

/// True when each of `count` values is less than `bound`.
inline bool all_below(const uint32_t* values, size_t count, uint32_t bound) {
  uint32_t most = 0;
  for (size_t i = 0; i < count; ++i) most = std::max(most, values[i]);
  return most < bound;
}

/// True when each of `count` values is `value`.
inline bool all_equal(const uint32_t* values, size_t count, uint32_t value) {
  uint32_t differs = 0;
  for (size_t i = 0; i < count; ++i) differs |= values[i] ^ value;
  return differs == 0;
}

/// True when `lanes`, all before `lane`, are lanes of this store that write to
/// the same place what `lane` writes there.
inline bool all_store_alike(const Access& store, LaneMask lanes, int lane) {
  if (lanes == 0 || lanes >> lane != 0 || (lanes & ~store.active) != 0)
    return false;
  for (LaneMask left = lanes; left != 0; left &= left - 1)
    if (!store.same_store(std::countr_zero(left), lane)) return false;
  return true;
}

/// True when cell i has the bit of lane i >> shift, and no other.
inline bool all_own(const LaneMask* lanes, size_t count, int shift) {
  uint32_t differs = 0;
  for (size_t i = 0; i < count; ++i)
    differs |= lanes[i] ^ (LaneMask{1} << (i >> shift));
  return differs == 0;
}

/// Cell i gets the bit of lane i >> shift: 1 << shift cells to a lane.
inline void fill_own(LaneMask* lanes, size_t count, int shift) {
  for (size_t i = 0; i < count; ++i) lanes[i] = LaneMask{1} << (i >> shift);
}

}  // namespace simt::races
