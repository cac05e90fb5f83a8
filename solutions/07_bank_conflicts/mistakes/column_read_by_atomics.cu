// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one pass"
// The column lies in one bank, and atomics read it: they wait like loads. The
// plain load is there for the check alone.
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
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (top + y < rows && left + x < columns) {
    asm volatile("" ::"f"(tile[y][x]));
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] =
        __uint_as_float(atomicOr(reinterpret_cast<unsigned*>(&tile[x][y]), 0u));
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
