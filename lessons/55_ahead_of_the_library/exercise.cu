// SPDX-License-Identifier: MIT
// A bf16 product of tiles, in a ring. rungs.cuh holds the ring, the walk
// over tiles, and what lesson 54 has explained.
#include "common/cuda_check.h"
#include "common/tensor_map.h"
#include "lesson.h"
#include "rungs.cuh"

using namespace rungs;  // NOLINT: the words of this file
namespace wgmma = lockstep::wgmma;

// task-begin
// TODO: make it faster. 1. Each block loads one half of b's rows, for both. 2.
// The results go through shared memory, and leave by tensor stores.

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
// task-end

/// gridDim.x blocks go through all tiles. The two blocks of a cluster make
/// tiles one below the other: with other rows of a, and the same rows of b.
__global__ void __cluster_dims__(kCluster) __launch_bounds__(kThreads, 1)
    product(const __grid_constant__ CUtensorMap a,
            const __grid_constant__ CUtensorMap b,
            const __grid_constant__ Result c, int steps) {
  extern __shared__ __align__(1024) char raw[];
  Shared& shared = *reinterpret_cast<Shared*>(raw);
  prepare(shared);
  launch_dependents_and_wait();
  Turn turn;
  if (threadIdx.x < 128) {
    wgmma::give_registers<24>();
    for (Walk tile(c.m, c.n); threadIdx.x == 0 && tile.more(); tile.next()) {
      const int row = tile.row(), column = tile.column();
      for (int i = 0; i < steps; ++i, turn.next()) {
        wait_for(&shared.empty[turn.stage], turn.parity ^ 1);
        fill(shared, turn.stage, a, b, row, column,
             tile.step(i, steps) * kDepth);
      }
    }
  } else {
    wgmma::take_registers<240>();
    float sums[128];
    uint32_t results[kBoxes][16];  // of the tile before, two in each
    int row = 0, column = 0;       // where that tile is
    const auto step = [&](int i) {
      wait_for(&shared.full[turn.stage], turn.parity);
      multiply_stage(sums, shared.stages[turn.stage], i > 0);
      wait_products<1>();  // these go on, those before are done
      if (i > 0) release(shared, turn.before());
      turn.next();
    };
    const Walk first(c.m, c.n);
    for (Walk tile = first; tile.more(); tile.next()) {
      int i = 0;
#pragma unroll
      for (int box = 0; box < kBoxes; ++box) {
        for (const int end = min(i + kApart, steps); i < end; ++i) step(i);
        // The tile before leaves while the products of this one go on.
        if (tile != first) store_box(shared, box, results[box], c, row, column);
      }
      row = tile.row() + (threadIdx.x / 32 - 4) * 16, column = tile.column();
      for (; i < steps; ++i) step(i);
      wait_products<0>();
      release(shared, turn.before());
#pragma unroll
      for (int i = 0; i < 128; i += 2) {
        results[i / 32][i / 2 % 16] = pack(sums[i], sums[i + 1]);
      }
    }
#pragma unroll
    for (int box = 0; box < kBoxes; ++box) {
      store_box(shared, box, results[box], c, row, column);
    }
  }
  leave();
}

void multiply(const bf16* a, const bf16* b, bf16* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const auto swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  const auto map_a = lockstep::tensor_map(a, m, k, kRows, kDepth, swizzle);
  const auto map_b = lockstep::tensor_map(b, n, k, kPart, kDepth, swizzle);
  const auto map_c = lockstep::tensor_map(c, m, n, 16, kBox, swizzle);
  launch_dependent(product, blocks_for(m, n), kThreads, sizeof(Shared), map_a,
                   map_b, Result{map_c, c, m, n}, (k + kDepth - 1) / kDepth);
}
