// SPDX-License-Identifier: MIT
// Rung 2: an inclusive scan of an array in one launch. rungs.cuh holds the scan
// of a tile, and what came before.
#include <cuda/atomic>

#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

using Word = unsigned long long;

// task-begin
// A tile's word holds a flag above and a value below. One store brings both, so
// no fence is needed between them. Word 0 counts the tiles that were taken.
constexpr Word kSum = 1ull << 32, kPrefix = 2ull << 32;

__device__ cuda::atomic_ref<Word, cuda::thread_scope_device> state(
    Word* scratch, int tile) {
  return cuda::atomic_ref<Word, cuda::thread_scope_device>(scratch[1 + tile]);
}

/// Publishes the sum of the values of `tile`. One thread calls it.
__device__ void publish_sum(Word* scratch, int tile, int sum) {
  // unsigned: the sign of the sum must not run into the flag.
  state(scratch, tile).store(kSum | unsigned(sum), cuda::memory_order_relaxed);
}

/// Publishes the sum of all values up to the end of `tile`. The same thread
/// calls it, later; for tile 0 at once.
__device__ void publish_prefix(Word* scratch, int tile, int prefix) {
  state(scratch, tile)
      .store(kPrefix | unsigned(prefix), cuda::memory_order_relaxed);
}

/// The sum of all values before `tile`, right in lane 0; waits for what the
/// tiles before it publish. The 32 lanes of one warp call it.
__device__ int look_back(Word* scratch, int tile) {
  const int lane = threadIdx.x % 32;
  int before = 0;
  // Lane 0 looks at the nearest tile, lane 31 at the one 31 further back.
  for (int t = tile - 1 - lane;; t -= 32) {
    Word word = kPrefix;  // before tile 0: a prefix of 0
    do {
      if (t >= 0) word = state(scratch, t).load(cuda::memory_order_relaxed);
    } while (__any_sync(0xffffffff, word < kSum));
    const unsigned whole = __ballot_sync(0xffffffff, word >= kPrefix);
    const int nearest = whole == 0 ? 31 : __ffs(whole) - 1;
    // Sums down to the nearest prefix, and that prefix; nothing beyond it.
    int sum = lane <= nearest ? int(word) : 0;
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    before += sum;
    if (whole != 0) return before;
  }
}

/// Scans one tile for each block. All blocks are of kThreads threads.
__global__ void scan_kernel(const int* in, int* out, Word* scratch, int count) {
  __shared__ int taken, before;
  // In the order in which blocks start: whoever has a lower tile runs already.
  if (threadIdx.x == 0) taken = int(atomicAdd(&scratch[0], 1ull));
  __syncthreads();
  const int tile = taken;
  Share v;
  const int sum = scan_tile(in, tile * kTile, count, v);
  if (threadIdx.x < 32) {
    if (tile > 0 && threadIdx.x == 0) publish_sum(scratch, tile, sum);
    const int sums = look_back(scratch, tile);
    if (threadIdx.x == 0) {
      publish_prefix(scratch, tile, sums + sum);
      before = sums;
    }
  }
  __syncthreads();
  store_tile(out, tile * kTile, count, v, before);
}

void scan(const int* in, int* out, Word* scratch, int count) {
  if (count == 0) return;
  const int words = scratch_words(count), tiles = (words - 2) / 2;
  CUDA_CHECK(cudaMemsetAsync(scratch, 0, words * sizeof(Word)));
  scan_kernel<<<tiles, kThreads>>>(in, out, scratch, count);
  CUDA_CHECK(cudaGetLastError());
}
// task-end

/// See lesson.h. Two blocks of one warp.
__global__ void relay_kernel(const int* sums, int tiles, int every,
                             Word* scratch, int* before) {
  if (blockIdx.x == 0) {
    const int sum = look_back(scratch, tiles);
    if (threadIdx.x == 0) *before = sum;
  } else if (threadIdx.x == 0) {
    for (int t = tiles - 1; t >= 0; --t) {
      int prefix = 0;
      for (int k = 0; k <= t; ++k) prefix += sums[k];
      if (t > 0) publish_sum(scratch, t, sums[t]);
      if (t % every == 0) publish_prefix(scratch, t, prefix);
    }
  }
}

void look_back_once(const int* sums, int tiles, int every, Word* scratch,
                    int* before) {
  const size_t bytes = scratch_words(tiles * kTile) * sizeof(Word);
  CUDA_CHECK(cudaMemsetAsync(scratch, 0, bytes));
  relay_kernel<<<2, 32>>>(sums, tiles, every, scratch, before);
  CUDA_CHECK(cudaGetLastError());
}
