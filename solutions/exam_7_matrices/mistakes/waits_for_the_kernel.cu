// SPDX-License-Identifier: MIT
// caught by: case "a step has two barriers"
// The host waits until the kernel has ended, in each call.

constexpr int kTile = 32;

/// A block computes the tile of G in row blockIdx.y and column blockIdx.x of
/// the tiles, and stores it there, and transposed on the other side.
__global__ void product(const float* a,  // m x n
                        float* g,        // n x n
                        int m, int n) {
  const int x = threadIdx.x, y = threadIdx.y;  // a warp has one y
  const int top = blockIdx.y * kTile, left = blockIdx.x * kTile;
  if (top > left) return;  // the whole block: another one stores this tile
  __shared__ float high[kTile][kTile], wide[kTile][kTile];
  float sum = 0;
  for (int from = 0; from < m; from += kTile) {
    // Both operands are columns of A, so both tiles are loaded as they lie: a
    // step multiplies row s of one by row s of the other.
    const int r = from + y;
    high[y][x] = r < m && top + x < n ? a[r * n + top + x] : 0;
    wide[y][x] = r < m && left + x < n ? a[r * n + left + x] : 0;
    __syncthreads();
    for (int s = 0; s < kTile; ++s) sum += high[s][y] * wide[s][x];
    __syncthreads();
  }
  if (top + y < n && left + x < n) g[(top + y) * n + left + x] = sum;
  if (top == left) return;  // on the diagonal a tile is its own mirror
  // After the last barrier of the loop `high` is free; without a step nobody
  // used it. The swizzle keeps rows and columns off one bank.
  high[y][x ^ y] = sum;
  __syncthreads();
  if (left + y < n && top + x < n) g[(left + y) * n + top + x] = high[x][y ^ x];
}

void gram(const float* a, float* g, int m, int n) {
  if (n == 0) return;
  const int tiles = (n + kTile - 1) / kTile;
  product<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(a, g, m, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}
