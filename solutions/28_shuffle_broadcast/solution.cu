// SPDX-License-Identifier: MIT
// Appends to the list of each row the places of its samples above a limit. A
// block has 8 warps of 32 threads: warp threadIdx.y, lane threadIdx.x. A warp
// works on one row, in 4 rounds of 32 neighbours. The last warp of a row may
// have fewer samples than lanes, and the last warps of the grid none at all.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kWarps = 8;   // per block: rows per block
constexpr int kRounds = 4;  // per warp

__global__ void append_above_on_device(const int* samples, int* lists,
                                       int* sizes, int rows, int width,
                                       int limit) {
  const int lane = threadIdx.x;
  const int row = blockIdx.x * kWarps + threadIdx.y;
  for (int round = 0; round < kRounds; ++round) {
    const int column = (blockIdx.y * kRounds + round) * 32 + lane;
    const bool here = row < rows && column < width;
    const int sample = here ? samples[row * width + column] : 0;

    // task-begin
    // All 32 lanes vote and shuffle, also those without a sample.
    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;  // the same answer in all lanes
    const int leader = __ffs(kept) - 1;
    int first = 0;  // of the places that the warp takes in the list
    if (lane == leader) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, leader);
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
    // task-end
  }
}

void append_above(const int* samples, int* lists, int* sizes, int rows,
                  int width, int limit) {
  if (rows == 0 || width == 0) return;
  constexpr int kColumns = 32 * kRounds;
  const dim3 grid((rows + kWarps - 1) / kWarps,
                  (width + kColumns - 1) / kColumns);
  append_above_on_device<<<grid, dim3(32, kWarps)>>>(samples, lists, sizes,
                                                     rows, width, limit);
  CUDA_CHECK(cudaGetLastError());
}
