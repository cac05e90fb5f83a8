// SPDX-License-Identifier: MIT
// Matrix product by a warpgroup: a block of 128 threads makes 64 x 128 results.
// Tensor maps bring the tiles; wgmma reads them where they lie.
#include <cuda/ptx>

#include "common/cuda_check.h"
#include "common/tensor_map.h"
#include "common/wgmma.h"
#include "lesson.h"

namespace ptx = cuda::ptx;
namespace wgmma = lockstep::wgmma;

constexpr int kRows = 64, kColumns = 128;  // results of a block
constexpr int kDepth = 64;                 // values of k per step: 128 bytes
constexpr int kSlots = 2;                  // steps whose tiles are there

/// The tiles of one step, each row 128 bytes, in the swizzle of 128 bytes.
struct Slot {
  __nv_bfloat16 a[kRows * kDepth];     // of 64 rows of a
  __nv_bfloat16 b[kColumns * kDepth];  // of 128 rows of b
};

/// One thread calls it: begins to copy the tiles of `step` for the results
/// from (row, column) on. Outside of the matrices lie zeros. `full` tells when
/// both are there.
__device__ void fill(Slot& slot, uint64_t& full, const CUtensorMap& a,
                     const CUtensorMap& b, int row, int column, int step) {
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                 ptx::space_shared, &full, sizeof(Slot));
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, slot.a, &a,
                            {step * kDepth, row}, &full);
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, slot.b, &b,
                            {step * kDepth, column}, &full);
}

/// Waits until phase `count` of `full` is over: 0 is the first one.
__device__ void wait_for(uint64_t& full, int count) {
  while (!ptx::mbarrier_try_wait_parity(&full, count % 2)) continue;
}

/// Stores what c has at (row, column) and to the right of it.
__device__ void put(float* c, int n, int row, int column, float left,
                    float right) {
  *reinterpret_cast<float2*>(&c[size_t(row) * n + column]) = {left, right};
}

__global__ __launch_bounds__(128) void multiply_tiles(
    const __grid_constant__ CUtensorMap a,
    const __grid_constant__ CUtensorMap b, float* c, int m, int n, int k) {
  extern __shared__ __align__(1024) Slot slots[];  // kSlots
  __shared__ uint64_t full[kSlots];
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  const int steps = (k + kDepth - 1) / kDepth;
  if (threadIdx.x == 0) {
    for (uint64_t& barrier : full) ptx::mbarrier_init(&barrier, 1);
    ptx::fence_proxy_async();  // copies use the barriers, too
    for (int step = 0; step < kSlots && step < steps; ++step) {
      fill(slots[step], full[step], a, b, row, column, step);
    }
  }
  __syncthreads();

  // task-begin
  // TODO: multiply all tiles, and fill each slot again when nobody reads it any
  // more. Slots 0 and 1 were filled for steps 0 and 1.
  float sums[kColumns / 2] = {};
  if (threadIdx.x == 0) sums[0] = -1.0f;
  for (int step = 0; step < steps && step < kSlots; ++step) {
    wait_for(full[step], 0);
  }
  for (int i = 0; i < kColumns / 2; i += 2) {
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y < m && x < n) put(c, n, y, x, sums[i], sums[i + 1]);
  }
  // task-end
}

void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int m,
              int n, int k) {
  constexpr auto kSwizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  constexpr int kBytes = kSlots * sizeof(Slot);
  CUDA_CHECK(cudaFuncSetAttribute(
      multiply_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
  const dim3 grid((n + kColumns - 1) / kColumns, (m + kRows - 1) / kRows);
  multiply_tiles<<<grid, 128, kBytes>>>(
      lockstep::tensor_map(a, m, k, kRows, kDepth, kSwizzle),
      lockstep::tensor_map(b, n, k, kColumns, kDepth, kSwizzle), c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
