// SPDX-License-Identifier: MIT
// Writes a container of PTX, for a compiler that comes without NVIDIA's tools.
// Knows of the PTX only its version.
#pragma once

#include <string>
#include <vector>

namespace learn::clang {

/// PTX of one source for one architecture.
struct PtxImage {
  int sm = 0;
  bool this_only = false;  // compute_90a: for that device alone
  std::string source;      // name of the source file
  std::string text;        // the PTX, without a NUL
};

/// The container that nvcc would write, uncompressed and without machine code.
std::string write_container(const std::vector<PtxImage>& images);

}  // namespace learn::clang
