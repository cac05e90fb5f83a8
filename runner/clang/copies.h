// SPDX-License-Identifier: MIT
// Copies of CUDA's vectors in LLVM's text. clang calls memcpy for `float4 a =
// b;`, and LLVM makes two accesses of 8 bytes of it, or four where an element
// of an array of floats is taken for a float4; nvcc makes one of 16.
#pragma once

#include <string>

namespace learn::clang {

/// `ir` with each memcpy of 16 bytes made into the load and the store of one
/// vector, when both sides are aligned to 16 or when it copies a vector of
/// CUDA, as its !tbaa says (clang's -new-struct-path-tbaa names types there).
/// The latter holds for the vectors of 8 bytes, too.
std::string with_wide_copies(const std::string& ir);

}  // namespace learn::clang
