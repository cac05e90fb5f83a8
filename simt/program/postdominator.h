// SPDX-License-Identifier: MIT
// Where the ways out of a basic block meet again: its immediate
// post-dominator (Cooper, Harvey, Kennedy, "A simple, fast dominance
// algorithm", 2001, on the reversed graph).
#pragma once

#include <cstdint>
#include <vector>

#include "simt/program/flow.h"

namespace simt::program {

/// For each block of `next` (its successors) the block in which all its ways
/// to the end first meet, or kNoJoin when they meet at the end only. `ends`:
/// whether the block's last instruction may end. Lanes that exit are waited
/// for by nobody, so a way that leads straight to an exit is left out where
/// there is another way to the end.
std::vector<uint32_t> meeting_points(
    const std::vector<std::vector<uint32_t>>& next,
    const std::vector<End>& ends);

}  // namespace simt::program
