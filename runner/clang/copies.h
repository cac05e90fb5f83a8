// SPDX-License-Identifier: MIT
// Copies of 16 bytes in LLVM's text. clang calls memcpy for `float4 a = b;`,
// and LLVM makes two accesses of 8 bytes of it; nvcc makes one of 16.
#pragma once

#include <string>

namespace learn::clang {

/// `ir` with each memcpy of 16 bytes, both sides aligned to 16, made into the
/// load and the store of one vector.
std::string with_wide_copies(const std::string& ir);

}  // namespace learn::clang
