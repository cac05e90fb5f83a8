// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one pass"
// No swizzle, and atomics read the rows: all lanes still wait for one bank. The
// plain load is there for the check alone.
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
  if (inside) tile[y][x] = in[i];
  __syncthreads();
  if (inside) asm volatile("" ::"r"(tile[y][x]));
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += atomicOr(&tile[y][k], 0u) * atomicOr(&tile[x][k], 0u);
  }
  // task-end
  if (inside) out[i] = sum;
}

void multiply_rows(const unsigned* in, unsigned* out, int count, int size) {
  if (count == 0 || size == 0) return;
  multiply<<<count, dim3(kTile, kTile)>>>(in, out, size);
  CUDA_CHECK(cudaGetLastError());
}
