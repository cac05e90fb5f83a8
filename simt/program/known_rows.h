// SPDX-License-Identifier: MIT
// Finds where a row of addresses cannot have changed since the last access
// that used it, so that it need not be looked at again.
#pragma once

#include "simt/program/program.h"

namespace simt::program {

/// For each ld and st with a 32-bit address row sets Inst::target to 1 + pc of
/// an earlier one with the same row; 0: there is none. Between the two, in one
/// basic block, nothing writes the row and nothing lets lanes join or leave,
/// and the earlier one has no guard: whenever the later one runs for a full
/// warp, the earlier one has just run for the same.
void find_known_rows(Kernel& kernel);

}  // namespace simt::program
