// SPDX-License-Identifier: MIT
// How a program is launched. It stands in the first line of the PTX text, so
// that one file is all that a failure needs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/fuzz/dice.h"

namespace fuzz {

struct Plan {
  std::array<uint32_t, 3> grid{2, 1, 1}, block{32, 1, 1};
  uint32_t cluster = 1;         // blocks; divides grid[0]
  uint32_t shared = 256;        // dynamic, bytes
  std::string device = "h200";  // a profile's name
  uint64_t schedule = 0;
  uint64_t data = 0;     // seed of parameters and of memory
  uint32_t limit = 500;  // warp instructions, rounded up by the machine
  uint32_t options = 0;  // Option bits
};

/// Bits of Plan::options.
enum Option : uint32_t {
  kCooperative = 1,
  kSummarise = 2,  // the observer that writes down a page's pictures
  kThreads = 4,    // two host threads, nothing but counters
  kBare = 8,       // no observer
};

/// Reads `// launch: grid 2 1 1 block 32 1 1 ...`; what is missing or damaged
/// keeps its default, so any text has a plan.
Plan read_plan(std::string_view text);
/// The line with its newline.
std::string print_plan(const Plan& plan);
/// Changes one thing.
void mutate_plan(Plan& plan, Dice& dice);

}  // namespace fuzz
