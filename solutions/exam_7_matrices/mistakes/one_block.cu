// SPDX-License-Identifier: MIT
// caught by: case "a product serves both halves"
// One block computes the tiles, one after the other.

constexpr int kTile = 32;

/// A block computes the tile of G in row blockIdx.y and column blockIdx.x of
/// the tiles, and stores it there, and transposed on the other side.
__global__ void product(const float* a,  // m x n
                        float* g,        // n x n
                        int m, int n) {
  const int x = threadIdx.x, y = threadIdx.y;  // a warp has one y
  __shared__ float high[kTile][kTile], wide[kTile][kTile];
  for (int top = 0; top < n; top += kTile)
    for (int left = top; left < n; left += kTile) {
      __syncthreads();
      float sum = 0;
      for (int from = 0; from < m; from += kTile) {
        // Both operands are columns of A, so both tiles are loaded as they
        // lie: a step multiplies row s of one by row s of the other.
        const int r = from + y;
        high[y][x] = r < m && top + x < n ? a[r * n + top + x] : 0;
        wide[y][x] = r < m && left + x < n ? a[r * n + left + x] : 0;
        __syncthreads();
        for (int s = 0; s < kTile; ++s) sum += high[s][y] * wide[s][x];
        __syncthreads();
      }
      if (top + y < n && left + x < n) g[(top + y) * n + left + x] = sum;
      if (top == left) continue;  // on the diagonal a tile is its own mirror
      // The last barrier of the loop says that `high` is free (and if there was
      // no step, nobody used it). The swizzle keeps rows and columns off one
      // bank.
      high[y][x ^ y] = sum;
      __syncthreads();
      if (left + y < n && top + x < n)
        g[(left + y) * n + top + x] = high[x][y ^ x];
    }
}

void gram(const float* a, float* g, int m, int n) {
  if (n == 0) return;
  product<<<1, dim3(kTile, kTile)>>>(a, g, m, n);
  CUDA_CHECK(cudaGetLastError());
}
