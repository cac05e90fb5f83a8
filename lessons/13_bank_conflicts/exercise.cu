// SPDX-License-Identifier: MIT
// Transposes a matrix, tile by tile: out[c * rows + r] = in[r * columns + c].
// A block of 32 x 32 threads copies one 32 x 32 tile of `in` to shared memory
// and writes it to `out` with rows and columns swapped. Both global sides go
// along rows, so the tile is written by rows and read by columns.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kTile = 32;  // one thread per element, one warp per row

__global__ void transpose_tile(const float* in,  // rows x columns
                               float* out,       // columns x rows
                               int rows, int columns) {
  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;

  // task-begin
  // TODO: the result is right, but one access makes all 32 lanes of a warp
  // wait for the same bank. Change the tile so that no lane waits.
  __shared__ float tile[kTile][kTile];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
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
