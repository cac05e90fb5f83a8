// SPDX-License-Identifier: MIT
// caught by: case "a cluster reads each value once per tile"
// caught by: case "results leave in whole lines"
// The rung before: each block loads all of its b, and each thread stores its own
// results, 4 bytes at a time.

/// Initialises the barriers of the block; then all threads may use them.
__device__ void prepare(Shared& shared) {
  if (threadIdx.x == 0) {
    for (int s = 0; s < kStages; ++s) {
      ptx::mbarrier_init(&shared.full[s], 1);
      ptx::mbarrier_init(&shared.empty[s], kConsumerWarps);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
}

/// Fills a stage that is empty, in each block of the cluster: with a's rows
/// from `row` on and b's from `column` on, columns from `l` on. One thread.
__device__ void fill(Shared& shared, int stage, const CUtensorMap& a,
                     const CUtensorMap& b, int row, int column, int l) {
  Stage& to = shared.stages[stage];
  uint64_t* full = &shared.full[stage];
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                 ptx::space_shared, full, sizeof(Stage));
  load(to.a, a, row, l, full);
  for (int i = 0; i < kColumns; i += kPart) {  // a box has kPart rows
    load(to.b + i * kDepth, b, column + i, l, full);
  }
}

/// The warp has read a stage. All lanes of each consuming warp.
__device__ void release(Shared& shared, int stage) {
  if (threadIdx.x % 32 == 0) ptx::mbarrier_arrive(&shared.empty[stage]);
}

/// Stores 16 x 64 results of the warp from (row, column) on. values[i] holds
/// two of them, side by side: those of sums 2 i and 2 i + 1 of a product 64
/// wide.
__device__ void store_box(Shared& shared, int box, const uint32_t (&values)[16],
                          const Result& c, int row, int column) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    const int r = row + lane / 4 + i % 2 * 8;
    const int at = column + box * kBox + i / 2 * 8 + lane % 4 * 2;
    if (r >= c.m || at >= c.n) continue;
    *reinterpret_cast<uint32_t*>(c.data + size_t(r) * c.n + at) = values[i];
  }
}

/// All threads, at the end.
__device__ void leave() {}
