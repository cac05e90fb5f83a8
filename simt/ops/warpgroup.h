// SPDX-License-Identifier: MIT
// A warp's part of a warpgroup's matrix product (wgmma.mma_async): 16 rows of
// D. Knows nothing of when it is made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simt/ops/async_event.h"
#include "simt/ops/inst.h"

namespace simt::ops {

inline constexpr uint32_t kGroupWarps = 4;  // of a warpgroup
inline constexpr int kPartRows = 16;        // of A and D, a warp's
inline constexpr int kRowBytes = 32;  // of A and B: the k of one row, always
inline constexpr int kMostColumns = 256;
inline constexpr uint32_t kPieceBytes = 16;

/// Where the pieces of an operand lie, 16 bytes each (PTX ISA 9.7.15.5.1.2).
/// K-major: row r has the pieces 2r and 2r + 1. MN-major: piece k + 16c holds
/// element k of rows 8c to 8c + 7.
std::vector<uint32_t> pieces_of(const MatrixDescriptor& at, bool k_major,
                                uint32_t first_row, uint32_t rows);

/// A product whose addresses are valid.
struct WarpProduct {
  WarpgroupProduct what;
  const Form* form = nullptr;
  bool adds = true;  // scale-d
  bool k_major_a = true, k_major_b = true;
  float sign = 1;  // imm-scale-a times imm-scale-b
  std::array<std::array<uint8_t, kRowBytes>, kPartRows> a{};  // of registers
  std::vector<std::byte*> d;            // rows of registers
  std::span<const Ref> d_refs, a_refs;  // their names, in the kernel's lists
  LaneMask lanes = 0;
  void (*run)(const WarpProduct&, const std::byte* shared) = nullptr;
};

}  // namespace simt::ops
