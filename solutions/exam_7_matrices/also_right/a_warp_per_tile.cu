// SPDX-License-Identifier: MIT
// One warp makes a tile: each lane keeps a column of it in registers, and reads
// its column of A straight from global memory.

// A warp makes a tile alone: lane x keeps column x of the tile, 32 sums. So it
// can store rows (the lanes side by side) and, of the mirror, too: the mirror's
// row is a lane's column, four values at a time.
constexpr int kTile = 32;
__global__ void product(const float* a, float* g, int m, int n) {
  if (blockIdx.y > blockIdx.x) return;
  __shared__ __align__(16) float p[kTile][kTile + 1];
  const int x = threadIdx.x, top = blockIdx.y * kTile,
            left = blockIdx.x * kTile;
  float sum[kTile] = {};
  for (int r = 0; r < m; r += kTile) {
    for (int y = 0; y < kTile; ++y)
      p[y][x] = r + y < m && top + x < n ? a[(r + y) * n + top + x] : 0;
    __syncthreads();
    for (int s = 0; s < kTile; ++s) {
      const float z = r + s < m && left + x < n
                          ? (top == left ? p[s][x] : a[(r + s) * n + left + x])
                          : 0;
#pragma unroll
      for (int i = 0; i < kTile; ++i) sum[i] += p[s][i] * z;
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < kTile; ++i)
    if (top + i < n && left + x < n) g[(top + i) * n + left + x] = sum[i];
  if (top == left) return;
#pragma unroll
  for (int i = 0; i < kTile; ++i) p[i][x] = sum[i];
  __syncthreads();
  for (int i = 0; i < kTile; ++i)
    if (left + i < n && top + x < n) g[(left + i) * n + top + x] = p[x][i];
}
void gram(const float* a, float* g, int m, int n) {
  if (n == 0) return;
  const int tiles = (n + kTile - 1) / kTile;
  product<<<dim3(tiles, tiles), kTile>>>(a, g, m, n);
  CUDA_CHECK(cudaGetLastError());
}
