// SPDX-License-Identifier: MIT
// Where a matrix descriptor says that the pieces of an operand lie: by the
// canonical layouts of PTX ISA 9.7.15.5.1.2.1.3, as recorded of an H100
// (tests/recorded/warpgroup.txt).
#include "simt/ops/warpgroup.h"

namespace simt::ops {
namespace {

constexpr uint32_t kAcross = 8;  // rows of a pattern: K-major rows, MN-major k

// The address bits from 7 on say how the pieces of 128 bytes are exchanged.
uint32_t swizzle(const MatrixDescriptor& at, uint32_t address) {
  if (at.swizzled == 0) return address;
  const uint32_t pattern = at.swizzled / kPieceBytes - 1;
  return address ^ (((address >> 7) - at.base) & pattern) * kPieceBytes;
}

uint32_t k_major(const MatrixDescriptor& at, uint32_t row, uint32_t piece) {
  const uint32_t begin = at.start + row / kAcross * at.stride;
  if (at.swizzled == 0)
    return begin + row % kAcross * kPieceBytes + piece * at.leading;
  return begin + row % kAcross * at.swizzled + piece * kPieceBytes;
}

// `c`: which eight rows.
uint32_t mn_major(const MatrixDescriptor& at, uint32_t c, uint32_t k) {
  if (at.swizzled == 0)
    return at.start + c * at.stride + k % kAcross * kPieceBytes +
           k / kAcross * at.leading;
  const uint32_t side = at.swizzled / kPieceBytes;
  return at.start + c % side * kPieceBytes + c / side * at.leading +
         k % kAcross * at.swizzled + k / kAcross * at.stride;
}

}  // namespace

std::vector<uint32_t> pieces_of(const MatrixDescriptor& at, bool k_major_,
                                uint32_t first_row, uint32_t rows) {
  std::vector<uint32_t> pieces;
  pieces.reserve(2 * rows);
  if (k_major_) {
    for (uint32_t row = first_row; row < first_row + rows; ++row)
      for (uint32_t piece = 0; piece < 2; ++piece)
        pieces.push_back(swizzle(at, k_major(at, row, piece)));
  } else {
    for (uint32_t c = first_row / 8; c < (first_row + rows) / 8; ++c)
      for (uint32_t k = 0; k < 16; ++k)
        pieces.push_back(swizzle(at, mn_major(at, c, k)));
  }
  return pieces;
}

}  // namespace simt::ops
