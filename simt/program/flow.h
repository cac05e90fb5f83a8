// SPDX-License-Identifier: MIT
// Orders the basic blocks of a function so that a loop's body comes before
// its exits: running the split with the lowest rank first then reconverges
// early (Bourdoncle, "Efficient chaotic iteration strategies with widenings",
// 1993: weak topological order).
#pragma once

#include <cstdint>
#include <vector>

namespace simt::program {

struct Flow {
  std::vector<uint32_t> rank;   // per instruction: its block's place
  std::vector<uint8_t> leader;  // per instruction: begins a block
};

/// `successors[i]`: where instruction i may continue other than i + 1;
/// `falls[i]`: whether it may continue at i + 1.
Flow find_flow(const std::vector<std::vector<uint32_t>>& successors,
               const std::vector<uint8_t>& falls,
               const std::vector<uint8_t>& extra_leaders);

}  // namespace simt::program
