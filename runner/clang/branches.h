// SPDX-License-Identifier: MIT
// Branches at the end of a loop as nvcc writes them. LLVM leaves by a branch
// and goes on by a second one:
//   @%p1 bra $L_2; bra.uni $L_1; $L_2:
#pragma once

#include <string>

namespace learn::clang {

/// `ptx` without comments, in which a branch over a branch is one branch, on
/// the contrary: `@!%p1 bra $L_1; $L_2:`.
std::string with_single_branches(const std::string& ptx);

}  // namespace learn::clang
