// SPDX-License-Identifier: MIT
// The source lines of an instruction: the user's, and the innermost one that
// was inlined there.
#pragma once

#include "simt/program/program.h"

namespace simt::program {

/// Fills `line` (the user's, through inlining) and `innermost`.
void find_lines(const ptx::Module& module, int location, InstInfo& info);

}  // namespace simt::program
