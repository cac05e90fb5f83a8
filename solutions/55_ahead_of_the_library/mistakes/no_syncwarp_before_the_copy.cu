// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// Lane 0 begins the copy before the other lanes have stored.

/// Initialises the barriers; then the threads of both blocks may use them.
__device__ void prepare(Shared& shared) {
  if (threadIdx.x == 0) {
    for (int s = 0; s < kStages; ++s) {
      ptx::mbarrier_init(&shared.full[s], 1);
      ptx::mbarrier_init(&shared.empty[s], kConsumerWarps * kCluster);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  cluster_sync();
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
  const int part = cluster_rank() * kPart;  // the other block loads the rest
  load_for_all(to.b + part * kDepth, b, column + part, l, full);
}

/// The warp has read a stage: tells both blocks, as both copy to it. All lanes
/// of each consuming warp.
__device__ void release(Shared& shared, int stage) {
  const int lane = threadIdx.x % 32;
  if (lane < kCluster) arrive_at(&shared.empty[stage], lane);
}

/// Stores 16 x 64 results of the warp from (row, column) on. values[i] holds
/// two of them, side by side: those of sums 2 i and 2 i + 1 of a product 64
/// wide.
__device__ void store_box(Shared& shared, int box, const uint32_t (&values)[16],
                          const Result& c, int row, int column) {
  const int lane = threadIdx.x % 32;
  bf16* out = shared.out[threadIdx.x / 32 - 4][box % 2];
  if (lane == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
  __syncwarp();  // the copy of the last box but one has read `out`
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int piece = (2 * i + lane / 16) ^ (lane % 8);  // of 16 bytes
    store_16x16(out + lane % 16 * kBox + piece * 8, values + 4 * i);
  }
  ptx::fence_proxy_async(ptx::space_shared);
  if (lane == 0) {
    const int32_t at[] = {column + box * kBox, row};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &c.map, at,
                              out);
    ptx::cp_async_bulk_commit_group();
  }
}

/// All threads, at the end: nobody uses the memory of a block that has ended,
/// neither the other block nor a copy.
__device__ void leave() {
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  cluster_sync();
}
