// SPDX-License-Identifier: MIT
// Right as well: cg::reduce returns the result to every lane. Value and place
// in 64 bits, so that the comparison of one number decides both: two shuffles a
// step.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ int warp_sum(int value) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  return cg::reduce(warp, value, cg::plus<int>());
}

__device__ Candidate warp_greatest(Candidate best) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const long long key =
      (static_cast<long long>(best.value) << 32) + (INT_MAX - best.place);
  const long long all = cg::reduce(warp, key, cg::greater<long long>());
  return {static_cast<int>(all >> 32),
          INT_MAX - static_cast<int>(all & INT_MAX)};
}
