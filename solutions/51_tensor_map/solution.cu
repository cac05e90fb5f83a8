// SPDX-License-Identifier: MIT
// A 3 x 3 blur. Tensor maps bring each tile with its halo, and take the result
// away. One block makes one tile of out.
#include <cuda.h>

#include <cuda/ptx>

#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "common/tensor_map.h"
#include "lesson.h"

namespace ptx = cuda::ptx;

[[maybe_unused]] constexpr int kRows = 16, kColumns = 64;  // of a tile of out
[[maybe_unused]] constexpr int kThreads = 128;             // of a block

/// The nine values that begin at `corner`, in rows `step` floats apart,
/// weighted.
__device__ float weighted(const float* corner, int step) {
  const float *a = corner, *b = a + step, *c = b + step;
  return (a[0] + 2 * a[1] + a[2] + 2 * (b[0] + 2 * b[1] + b[2]) + c[0] +
          2 * c[1] + c[2]) /
         16;
}

/// The map of a matrix of floats; one that the driver refuses throws. What does
/// not vary here: every value counts, and what lies outside is read as 0.
CUtensorMap encode(const float* data, const cuuint64_t (&sizes)[2],
                   const cuuint64_t (&strides)[1], const cuuint32_t (&box)[2],
                   CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE) {
  CUtensorMap map;
  const cuuint32_t every[] = {1, 1};
  const CUresult result = lockstep::tensor_map_encoder()(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, const_cast<float*>(data), sizes,
      strides, box, every, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
      CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    throw lockstep::CallFailed("cuTensorMapEncodeTiled", "refused",
                               "are sizes, strides and box as it wants them?");
  }
  return map;
}

// task-begin
constexpr int kLeft = 4;  // a row of the box begins at a multiple of 16 bytes
constexpr int kBoxRows = kRows + 2, kBoxColumns = kLeft + kColumns + 4;

/// Makes the tile at (blockIdx.y, blockIdx.x) of what `to` describes.
__global__ __launch_bounds__(kThreads) void blur_tile(
    const __grid_constant__ CUtensorMap from,
    const __grid_constant__ CUtensorMap to) {
  __shared__ alignas(128) float box[kBoxRows][kBoxColumns];
  __shared__ alignas(128) float tile[kRows][kColumns];
  __shared__ uint64_t full;
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, sizeof box);
    const int corner[] = {column - kLeft, row - 1};  // innermost first
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &from,
                              corner, &full);
  }
  __syncthreads();  // the barrier object is there
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) continue;
  for (int i = threadIdx.x; i < kRows * kColumns; i += kThreads) {
    const int r = i / kColumns, c = i % kColumns;
    tile[r][c] = weighted(&box[r][c + kLeft - 1], kBoxColumns);
  }
  ptx::fence_proxy_async(ptx::space_shared);  // of each thread that stored
  __syncthreads();
  if (threadIdx.x != 0) return;
  const int corner[] = {column, row};
  ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &to, corner,
                            tile);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

void blur(const float* in, float* out, int rows, int columns, int pitch) {
  if (rows == 0 || columns == 0) return;
  const cuuint64_t sizes[] = {cuuint64_t(columns), cuuint64_t(rows)};
  const cuuint64_t strides[] = {pitch * sizeof(float)};  // in bytes
  const CUtensorMap from = encode(in, sizes, strides, {kBoxColumns, kBoxRows});
  const CUtensorMap to = encode(out, sizes, strides, {kColumns, kRows});
  const dim3 grid((columns + kColumns - 1) / kColumns,
                  (rows + kRows - 1) / kRows);
  blur_tile<<<grid, kThreads>>>(from, to);
  CUDA_CHECK(cudaGetLastError());
}
// task-end
