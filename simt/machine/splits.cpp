// SPDX-License-Identifier: MIT
// A warp's splits: which goes next, where they part, where they meet, and
// how the lanes named by a mask are brought together.
#include <algorithm>
#include <array>
#include <bit>

#include "simt/machine/grid.h"

namespace simt {
namespace {

constexpr uint64_t kEarlyReturn = 2;  // a branch to the end, and ret

using Wait = Split::Wait;

}  // namespace

void Grid::exit_lanes(Block& block, Warp& warp, Split& split, LaneMask mask) {
  warp.live &= ~mask;
  observer_.on_exit(place_of(block, warp), mask);
  const auto count = static_cast<uint32_t>(std::popcount(mask));
  block.live_threads -= count;
  block.exited_threads += count;
  ++context_.effects;
  for (Barrier& barrier : block.barriers)
    if (barrier.open && barrier.arrived[warp.index] != 0 &&
        split.steps > kEarlyReturn)
      barrier.late[warp.index] |= mask;
  calls_.unwind(split.frame, mask);
  Divergence::exit(warp, split, mask);
  for (int id = 0; id < 16; ++id)
    if (block.barriers[id].open) try_barrier(block, id);
}

}  // namespace simt
