// SPDX-License-Identifier: MIT
// PTX as nvcc -lineinfo writes it, cut into kernels and source lines by the
// emulator's parser. Reads no file and knows no layout.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace learn {

/// One instruction or label.
struct PtxLine {
  std::string text;  // tabs and long names shortened
  std::string mark;  // "load", "store", "barrier", ...; "" for the rest
  std::string file;  // the source file it came from; "" when it is not ours
  int line = 0;      // there, from 1
};

/// A kernel, or a device function that was not inlined.
struct PtxKernel {
  std::string name;  // as C++ writes it: "add_up<64>(float const*, int)"
  std::vector<PtxLine> lines;

  /// "add_up": the name without what a template adds.
  std::string base() const;
};

/// All kernels in the order of `ptx`. A line of a file outside of `root`
/// counts for the line of ours that it was inlined into. Throws Stop when it is
/// no PTX.
std::vector<PtxKernel> read_ptx(std::string_view ptx, const std::string& root);

/// What an instruction, "ld.global.f32", does that costs or orders: "load",
/// "store", "copy", "atomic", "barrier", "fence", "shuffle", "vote", "matrix",
/// "branch", "call"; "" for arithmetic and for parameters.
std::string ptx_mark(const std::string& opcode);

}  // namespace learn
