// SPDX-License-Identifier: MIT
// Lesson 55: the parts that the rungs of its ladder share. Tiles of 128 x 256
// results, a ring of stages in shared memory, the order of tiles, and what the
// blocks of a cluster tell each other.
#pragma once

#include <cuda.h>
#include <cuda_bf16.h>

#include <cuda/ptx>

#include "common/cuda_check.h"
#include "common/dependent_launch.h"
#include "common/wgmma.h"

namespace rungs {

namespace ptx = cuda::ptx;
using bf16 = __nv_bfloat16;
using lockstep::launch_dependent, lockstep::launch_dependents_and_wait;
using lockstep::wgmma::pack, lockstep::wgmma::store_16x16;

constexpr int kRows = 128, kColumns = 256, kDepth = 64;  // of a tile
constexpr int kCluster = 2;                 // blocks, with tiles in one column
constexpr int kPart = kColumns / kCluster;  // rows of a box of b
constexpr int kBox = 64;                    // columns of a box of c: 128 bytes
constexpr int kBoxes = kColumns / kBox;
constexpr int kConsumerWarps = 8;  // 16 rows each
constexpr int kThreads = 128 + 32 * kConsumerWarps;
constexpr int kStages = 4;
constexpr int kApart = 4;  // steps from one box of c to the next

/// What one step along k needs: tiles of a and b, swizzled by 128 bytes.
struct Stage {
  bf16 a[kRows * kDepth], b[kColumns * kDepth];
};

/// The shared memory of a block.
struct Shared {
  Stage stages[kStages];
  bf16 out[kConsumerWarps][2][16 * kBox];  // two boxes of c for each warp
  uint64_t full[kStages], empty[kStages];  // barriers
};

/// The matrix c: its map in boxes of 16 x kBox, and where it lies.
struct Result {
  CUtensorMap map;  // swizzled by 128 bytes
  bf16* data;
  int m, n;
};

/// Where a thread stands in the ring: at which stage, in which round.
struct Turn {
  int stage = 0;
  uint32_t parity = 0;  // of the phase that ends when the stage is full

  __device__ void next() {
    if (++stage == kStages) stage = 0, parity ^= 1;
  }
  __device__ int before() const { return (stage + kStages - 1) % kStages; }
};

__device__ inline int cluster_rank() { return blockIdx.x % kCluster; }

/// The tiles of a block, one after the other. Clusters take them in groups of
/// rows, column by column: tiles that are made at one time share rows of a and
/// b in the L2 cache.
class Walk {
 public:
  __device__ Walk(int m, int n)
      : down_((m + kCluster * kRows - 1) / (kCluster * kRows)),
        across_((n + kColumns - 1) / kColumns),
        group_(down_ < 32 ? 2 : 8),  // as measured at 4096 and 8192
        tile_(blockIdx.x / kCluster) {}

  __device__ bool operator!=(const Walk& other) const {
    return tile_ != other.tile_;
  }
  __device__ bool more() const { return tile_ < down_ * across_; }
  __device__ void next() {
    tile_ += gridDim.x / kCluster;
    back_ = !back_;
  }
  // Both divide, which takes many instructions: once per tile, not per step.
  __device__ int row() const {
    return ((top() + in() % rows()) * kCluster + cluster_rank()) * kRows;
  }
  __device__ int column() const {
    const int at = in() / rows();  // every second group goes back
    return (top() / group_ % 2 == 0 ? at : across_ - 1 - at) * kColumns;
  }
  /// Every second tile goes through k from its end: what was loaded last is in
  /// the L2 cache.
  __device__ int step(int i, int steps) const {
    return back_ ? steps - 1 - i : i;
  }

 private:
  __device__ int top() const { return tile_ / (group_ * across_) * group_; }
  __device__ int in() const { return tile_ % (group_ * across_); }
  __device__ int rows() const { return min(group_, down_ - top()); }

  int down_, across_, group_, tile_;
  bool back_ = false;
};

/// Blocks that make the tiles in as few rounds as one per multiprocessor does.
inline int blocks_for(int m, int n) {
  int processors = 0;
  CUDA_CHECK(
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const int most = processors / kCluster;
  const int tiles = (m + kCluster * kRows - 1) / (kCluster * kRows) *
                    ((n + kColumns - 1) / kColumns);
  const int rounds = (tiles + most - 1) / most;
  return (tiles + rounds - 1) / rounds * kCluster;
}

/// Multiplies a stage: 64 rows of a, of this warpgroup, with all of b. The
/// products go on until wait_products.
__device__ inline void multiply_stage(float (&sums)[128], const Stage& stage,
                                      bool add) {
  namespace wgmma = lockstep::wgmma;
  const bf16* a = stage.a + (threadIdx.x / 128 - 1) * 64 * kDepth;
  __syncwarp();  // lanes leave a loop that waits one by one
  wgmma::fence();
#pragma unroll
  for (int l = 0; l < kDepth; l += 16) {
    wgmma::multiply(sums, wgmma::descriptor(a + l),
                    wgmma::descriptor(stage.b + l), add || l > 0);
  }
  wgmma::commit();
}

/// Waits until of the stages that were multiplied at most `kOpen` are not done.
template <int kOpen>
__device__ void wait_products() {
  __syncwarp();
  lockstep::wgmma::wait<kOpen>();
}

/// Loads the box at (row, column); `full` hears of its bytes.
__device__ inline void load(bf16* to, const CUtensorMap& map, int row,
                            int column, uint64_t* full) {
  const int32_t at[] = {column, row};
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, &map, at,
                            full);
}

/// The same for all blocks of the cluster, at the same place of their shared
/// memory; the barrier at the same place hears of it.
__device__ inline void load_for_all(bf16* to, const CUtensorMap& map, int row,
                                    int column, uint64_t* full) {
  const int32_t at[] = {column, row};
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, &map, at,
                            full, uint16_t((1 << kCluster) - 1));
}

/// Waits until the phase of this parity is over.
__device__ inline void wait_for(uint64_t* barrier, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {
  }
}

/// Arrives at the same barrier of block `rank` of the cluster. It promises that
/// reads are over, not that writes are seen: .release.cluster would be a fence
/// in each step, and cost a third of the speed.
__device__ inline void arrive_at(uint64_t* barrier, uint32_t rank) {
  asm volatile(
      "{.reg .b32 there; mapa.shared::cluster.u32 there, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [there];}" ::"r"(
          static_cast<uint32_t>(__cvta_generic_to_shared(barrier))),
      "r"(rank)
      : "memory");
}

/// Waits for all threads of the cluster.
__device__ inline void cluster_sync() {
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

}  // namespace rungs
