// SPDX-License-Identifier: MIT
// Orders the basic blocks of a function so that a loop's body comes before
// its exits. For lockstep machines it also finds where the ways out of each
// block meet again (postdominator.h).
#pragma once

#include <cstdint>
#include <vector>

namespace simt::program {

/// What an instruction may do besides going on.
enum class End : uint8_t {
  kNone,
  kReturn,    // goes back to the caller
  kExit,      // the lanes are gone
  kOnlyExit,  // of a block: it does nothing else
};

struct Flow {
  std::vector<uint32_t> rank;   // per instruction: its block's place
  std::vector<uint8_t> leader;  // per instruction: begins a block
  std::vector<uint32_t> join;   // per instruction: where its block's ways
                                // meet again, kNoJoin: at the end only
};

/// The order is a weak topological one (Bourdoncle, "Efficient chaotic
/// iteration strategies with widenings", 1993): running the split with the
/// lowest rank first reconverges early. `successors[i]`: where instruction i
/// may continue other than i + 1; `falls[i]`: whether it may continue at i + 1;
/// `ends[i]`: whether it may end here.
Flow find_flow(const std::vector<std::vector<uint32_t>>& successors,
               const std::vector<uint8_t>& falls, const std::vector<End>& ends,
               const std::vector<uint8_t>& extra_leaders);

}  // namespace simt::program
