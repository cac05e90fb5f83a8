// SPDX-License-Identifier: MIT
// caught by: case "a value is loaded once for a tile"
// The product of lesson 32: two loads for each product.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kTile = 32;

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  // task-begin
  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
  // task-end
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  product<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
