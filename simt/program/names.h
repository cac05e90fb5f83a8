// SPDX-License-Identifier: MIT
// Source lines of instructions.
#pragma once

#include "simt/program/program.h"

namespace simt::program {

/// Fills `line` (the user's, through inlining) and `innermost`.
void find_lines(const ptx::Module& module, int location, InstInfo& info);

}  // namespace simt::program
