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
// TODO: describe both matrices, and launch a block for each tile. In the kernel
// let one thread begin the copy of a box and all wait for it; blur; let one
// thread store the tile.
__global__ __launch_bounds__(kThreads) void blur_tile(
    const __grid_constant__ CUtensorMap from,
    const __grid_constant__ CUtensorMap to) {}

void blur(const float* in, float* out, int rows, int columns, int pitch) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid((columns + kColumns - 1) / kColumns,
                  (rows + kRows - 1) / kRows);
  static_cast<void>(pitch);
  const CUtensorMap from = encode(in, {1, 1}, {16}, {4, 1});  // other numbers
  const CUtensorMap to = encode(out, {1, 1}, {16}, {4, 1});   // here, too
  blur_tile<<<grid, kThreads>>>(from, to);
  CUDA_CHECK(cudaGetLastError());
}
// task-end
