// SPDX-License-Identifier: MIT
// Right as well: the values go into the tile by cp.async, past the registers.
#include <cuda_pipeline.h>

constexpr int kTile = 32, kStep = 8;
__global__ void async_tile(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, left = blockIdx.x * kTile,
            top = blockIdx.y * kTile;
  for (int y = threadIdx.y; y < kTile; y += kStep) {
    if (top + y < rows && left + x < columns)
      __pipeline_memcpy_async(&tile[y][x ^ y],
                              &in[(top + y) * columns + left + x], 4);
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += kStep) {
    if (left + y < columns && top + x < rows)
      out[(left + y) * rows + top + x] = tile[x][y ^ x];
  }
}
void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  async_tile<<<dim3((columns + 31) / 32, (rows + 31) / 32),
               dim3(kTile, kStep)>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
