// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors"
// No shared memory, so no conflict: but the global stores are scattered.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kTile = 32;  // one thread an element, one warp a row

__global__ void transpose_tile(const float* in,  // rows x columns
                               float* out,       // columns x rows
                               int rows, int columns) {
  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;

  // task-begin
  if (top + y < rows && left + x < columns) {
    out[(left + x) * rows + top + y] = in[(top + y) * columns + left + x];
  }
  // task-end
}

void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 block(kTile, kTile);
  const dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  transpose_tile<<<grid, block>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
