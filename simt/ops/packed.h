// SPDX-License-Identifier: MIT
// Integers of fewer than 64 bits in 64: parts of a word, sums before they are
// cut. Knows no instruction.
#pragma once

#include <algorithm>
#include <cstdint>

#include "simt/ops/inst.h"

namespace simt::ops::SIMT_ISA {

/// Writes the active lanes of a row.
inline void set_lanes(uint32_t* d, const uint32_t* result, LaneMask mask) {
  for (int i = 0; i < kWarpSize; ++i) d[i] = (mask >> i & 1) ? result[i] : d[i];
}

/// The number that the bits of `part` in a word are.
inline int64_t part_of(uint32_t word, Part part, bool is_signed) {
  const uint64_t bits = word >> part.first & ((uint64_t{1} << part.bits) - 1);
  const bool negative = is_signed && (bits >> (part.bits - 1) & 1);
  return static_cast<int64_t>(bits) -
         (negative ? int64_t{1} << part.bits : int64_t{0});
}

/// Part `i` of a word that holds parts of kBits bits.
template <int kBits>
int64_t part(uint32_t word, int i, bool is_signed) {
  return part_of(word, {static_cast<uint8_t>(kBits * i), kBits}, is_signed);
}

inline int64_t clamp(int64_t x, int bits, bool is_signed) {
  const int64_t low = is_signed ? -(int64_t{1} << (bits - 1)) : 0;
  const int64_t high = (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return std::clamp(x, low, high);
}

// clang-format off
struct Add { static int64_t of(int64_t a, int64_t b) { return a + b; } };
struct Sub { static int64_t of(int64_t a, int64_t b) { return a - b; } };
struct Difference { static int64_t of(int64_t a, int64_t b) { return a < b ? b - a : a - b; } };
struct Min { static int64_t of(int64_t a, int64_t b) { return std::min(a, b); } };
struct Max { static int64_t of(int64_t a, int64_t b) { return std::max(a, b); } };
struct Average { static int64_t of(int64_t a, int64_t b) { return (a + b + (a + b >= 0 ? 1 : 0)) >> 1; } };
// clang-format on

}  // namespace simt::ops::SIMT_ISA
