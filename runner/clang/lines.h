// SPDX-License-Identifier: MIT
// The lines of clang's PTX as nvcc writes them. clang names the call of an
// inlined function in a comment alone:
//   .loc 2 53 27  // header.h:53:27 @[ a.cu:14:17 @[ a.cu:20:3 ] ]
#pragma once

#include <string>

namespace learn::clang {

/// `ptx` with each such comment made into `inlined_at` (PTX manual, `.loc`),
/// and without comments. The files are those that the comments name: whole
/// paths, given the directory `/` to clang.
std::string with_calls(const std::string& ptx);

}  // namespace learn::clang
