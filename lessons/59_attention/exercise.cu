// SPDX-License-Identifier: MIT
// Attention in one launch. A warpgroup has 64 queries. It goes through the keys
// in tiles of 128, and no score leaves its registers.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

// task-begin
// TODO: go through the tiles, about 50 lines. `tiles_needed` says how many the
// copying warpgroup brings; take as few as you need.

/// How many tiles of keys a block needs whose last query is before row `end`.
__device__ int tiles_needed(int end, int length, bool causal) { return 0; }

/// Makes the 64 rows of `out` from row `first` on. `out` is that of the head;
/// `count` tiles come. All threads of warpgroup `group` call it.
template <int kDim>
__device__ void attend_rows(Tiles<kDim>& tiles, int group, int first, int count,
                            Bf16* out, int length, bool causal) {
  float sums[kDim / kColumns][32] = {}, sum[2] = {1, 1};
  wait_for(&tiles.full_q, 0);
  store(sums, sum, out, first + threadIdx.x % 128 / 32 * 16, length);
}
// task-end

template <int kDim>
__global__ void __launch_bounds__(Tiles<kDim>::kThreads, 1)
    attend_tiles(const __grid_constant__ Maps maps, Bf16* out, int length,
                 bool causal) {
  extern __shared__ unsigned char memory[];
  Tiles<kDim>& tiles = *reinterpret_cast<Tiles<kDim>*>(memory);
  begin(tiles);
  // Under causal the last blocks have the most work: they start first.
  const int block = gridDim.x - 1 - blockIdx.x, group = threadIdx.x / 128;
  const int first = block * Tiles<kDim>::kRows;
  const int count = tiles_needed(first + Tiles<kDim>::kRows, length, causal);
  if (group < Tiles<kDim>::kGroups) {
    take_registers<kDim>();
    attend_rows(tiles, group, first + 64 * group, count,
                out + size_t(blockIdx.y) * length * kDim, length, causal);
  } else {
    give_registers();
    if (threadIdx.x % 128 == 0) bring(tiles, maps, first, blockIdx.y, count);
  }
}

void attend(const Bf16* q, const Bf16* k, const Bf16* v, Bf16* out, int heads,
            int length, int dim, bool causal) {
  if (heads == 0 || length == 0) return;
  if (dim == 64) {
    launch<64>(attend_tiles<64>, q, k, v, out, heads, length, causal);
  } else {
    launch<128>(attend_tiles<128>, q, k, v, out, heads, length, causal);
  }
}
