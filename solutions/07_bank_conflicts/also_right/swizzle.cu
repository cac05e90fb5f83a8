// SPDX-License-Identifier: MIT
// Right as well, and not by padding: row r keeps word c in place c ^ r, so
// the words of a column lie in 32 banks. Lesson 08 is about this.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kTile = 32;  // one thread an element, one warp a row

__global__ void transpose_tile(const float* in,  // rows x columns
                               float* out,       // columns x rows
                               int rows, int columns) {
  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;

  // task-begin
  __shared__ float tile[kTile][kTile];
  if (top + y < rows && left + x < columns) {
    tile[y][x ^ y] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y ^ x];
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
