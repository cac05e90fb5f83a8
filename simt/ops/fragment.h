// SPDX-License-Identifier: MIT
// Where the elements of a matrix lie in the registers of a warp. Knows
// nothing of arithmetic and of memory.
#pragma once

#include "simt/ops/numbers.h"

namespace simt::ops::SIMT_ISA {

inline constexpr int kMaxSide = 32;  // of a matrix: rows or columns

/// An element of a matrix.
struct Cell {
  int row = 0, col = 0;
};

/// How a warp holds a matrix of rows x cols elements. For mma.sync the PTX
/// ISA gives the places (9.7.14.5); those of wmma it leaves open. There the
/// matrix is held as the mma.sync instructions that a GPU makes of it want
/// it: 16 x 8 parts side by side, for m8n32 those of the transposed product.
struct Layout {
  int rows = 0, cols = 0;
  int bytes = 0;      // of one element
  int registers = 0;  // of each lane: 32 bits, or 64 for f64
  int packed = 1;     // elements in a register

  /// Which element is the `part`-th of register `reg` of `lane`. Registers
  /// past the matrix hold it once more (f16 of wmma).
  Cell at(int lane, int reg, int part) const;

  enum class Kind : uint8_t { kWide, kNarrow, kSum };
  Kind kind = Kind::kWide;
  bool turned = false;  // rows and columns change places
  int across = 16;      // kWide: 8 or more; kNarrow: 8 or 16; kSum: as kWide
  int depth = 0;        // kWide and kNarrow: k
  int kept = 0;         // registers before the matrix begins again
};

/// The layout of matrix 'a', 'b', 'c' or 'd' of a form; `type` is that of its
/// elements.
Layout layout_of(const Form& form, char matrix, ptx::Type type, bool wmma);

/// The registers of one matrix operand, as decoding put them in a list.
struct Fragment {
  const Ref* refs = nullptr;
  int count = 0;
};
/// Reads the operand at `list`, and moves `list` to the next one.
Fragment take_fragment(const Ref*& list);

/// A matrix instruction needs all 32 lanes. Tells the observer when some are
/// missing (the result is undefined then; here they count as they are).
void check_whole_warp(Context& c, const Inst& in, LaneMask mask);

/// Stops the launch: the registers are not as many as the layout says.
Step wrong_fragment(Context& c, LaneMask mask);

}  // namespace simt::ops::SIMT_ISA
