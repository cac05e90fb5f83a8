// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one pass"
// Rows 2 r and 2 r + 1 share a key: two lanes a bank, two passes.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kTile = 32;

__global__ void multiply(const unsigned* in,  // count x size x size
                         unsigned* out,       // count x size x size
                         int size) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = (blockIdx.x * size + y) * size + x;
  const bool inside = x < size && y < size;
  // task-begin
  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ (y / 2)] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k ^ (y / 2)] * tile[x][k ^ (x / 2)];
  }
  // task-end
  if (inside) out[i] = sum;
}

void multiply_rows(const unsigned* in, unsigned* out, int count, int size) {
  if (count == 0 || size == 0) return;
  multiply<<<count, dim3(kTile, kTile)>>>(in, out, size);
  CUDA_CHECK(cudaGetLastError());
}
