// SPDX-License-Identifier: MIT
// Matrix product by one producing warp and two consuming warpgroups: a block of
// 384 threads makes 128 x 256 results. The producer fills a ring of slots; each
// consumer multiplies 64 rows of a's tiles by all of b's.
#include <cuda/ptx>

#include "common/cuda_check.h"
#include "common/tensor_map.h"
#include "common/wgmma.h"
#include "lesson.h"

namespace ptx = cuda::ptx;
namespace wgmma = lockstep::wgmma;

constexpr int kConsumers = 2;  // warpgroups, of 64 rows each
constexpr int kRows = 64 * kConsumers, kColumns = 256;  // results of a block
constexpr int kDepth = 64;  // values of k per step: 128 bytes
constexpr int kStages = 4;  // slots of the ring
constexpr int kThreads = 128 * (kConsumers + 1);

/// The tiles of one step, each row 128 bytes, in the swizzle of 128 bytes.
struct Slot {
  __nv_bfloat16 a[kRows * kDepth], b[kColumns * kDepth];
};

/// One thread calls it: begins to copy the tiles of `step` for the results
/// from (row, column) on. Outside of the matrices lie zeros. `full` is told of
/// sizeof(Slot) bytes, which it must expect.
__device__ void copy(Slot& slot, uint64_t& full, const CUtensorMap& a,
                     const CUtensorMap& b, int row, int column, int step) {
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, slot.a, &a,
                            {step * kDepth, row}, &full);
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, slot.b, &b,
                            {step * kDepth, column}, &full);
}

/// Waits until phase `count` of `barrier` is over: 0 is the first one.
__device__ void wait_for(uint64_t& barrier, int count) {
  while (!ptx::mbarrier_try_wait_parity(&barrier, count % 2)) continue;
}

/// Stores 64 rows of results, of this thread's warpgroup.
__device__ void store(const float (&sums)[kColumns / 2], float* c, int m, int n,
                      int row, int column) {
  for (int i = 0; i < kColumns / 2; i += 2) {
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y >= m || x >= n) continue;
    *reinterpret_cast<float2*>(&c[size_t(y) * n + x]) = {sums[i], sums[i + 1]};
  }
}

__global__ __launch_bounds__(kThreads, 1) void multiply_tiles(
    const __grid_constant__ CUtensorMap a,
    const __grid_constant__ CUtensorMap b, float* c, int m, int n, int k) {
  extern __shared__ __align__(1024) Slot slots[];  // kStages
  [[maybe_unused]] __shared__ uint64_t full[kStages], empty[kStages];
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  const int steps = (k + kDepth - 1) / kDepth, group = threadIdx.x / 128;

  // task-begin
  // TODO: initialise the barriers, then let one thread of warpgroup 2 fill the
  // ring, and warpgroups 0 and 1 multiply. Here all threads wait for each
  // other.
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full[0], 1);
    ptx::fence_proxy_async();
  }
  __syncthreads();
  float sums[kColumns / 2] = {};
  for (int step = 0; step < steps; ++step) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full[0], sizeof(Slot));
      copy(slots[0], full[0], a, b, row, column, step);
    }
    wait_for(full[0], step);
    // The products: of 64 rows for each of warpgroups 0 and 1.
    __syncthreads();
  }
  if (group < kConsumers) store(sums, c, m, n, row + group * 64, column);
  // task-end
}

void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int m,
              int n, int k) {
  constexpr auto kSwizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  constexpr int kBytes = kStages * sizeof(Slot);
  CUDA_CHECK(cudaFuncSetAttribute(
      multiply_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
  const dim3 grid((n + kColumns - 1) / kColumns, (m + kRows - 1) / kRows);
  multiply_tiles<<<grid, kThreads, kBytes>>>(
      lockstep::tensor_map(a, m, k, kRows, kDepth, kSwizzle),
      lockstep::tensor_map(b, n, k, kColumns, kDepth, kSwizzle), c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
