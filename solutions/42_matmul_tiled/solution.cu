// SPDX-License-Identifier: MIT
// Multiplies two matrices, C = A B. A block of 32 x 32 threads computes one
// tile of C, one value per thread. It walks along a row of tiles of A and down
// a column of tiles of B. In each step it loads one tile of each into shared
// memory, and every thread adds 32 products to its sum.
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
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    // Each thread loads one value of each tile, and no thread leaves early: a
    // thread without a result still loads for the others. Beyond an edge 0
    // takes part: it adds nothing, so the loop below needs no edge.
    tile_a[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tile_b[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();  // both tiles are full
    for (int s = 0; s < kTile; ++s) {
      // A warp has one y: one word of tile_a for all, a row of tile_b.
      sum += tile_a[y][s] * tile_b[s][x];
    }
    __syncthreads();  // nobody needs them any more; the next step may store
  }
  if (i < m && j < n) c[i * n + j] = sum;
  // task-end
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  product<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
