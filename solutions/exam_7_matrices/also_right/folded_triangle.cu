// SPDX-License-Identifier: MIT
// A triangle of tiles, folded into a rectangle of blocks: none is without work.

constexpr int kTile = 32;
__global__ void product(const float* a, float* g, int m, int n, int tiles) {
  // a triangle of `tiles` folded into a rectangle
  int i = blockIdx.y, j = blockIdx.x;
  if (tiles % 2) {  // (tiles + 1) / 2 rows of tiles
    if (j < i) {
      i = tiles - i;
      j = tiles - 1 - j;
    }
  } else {  // tiles / 2 rows of tiles + 1
    if (j < i + 1) {
      const int z = tiles - 1 - i;
      j = tiles - 1 - j;
      i = z;
      if (j < i) {
        const int w = i;
        i = j;
        j = w;
      }
    } else
      j -= 1;
  }
  __shared__ float p[kTile][kTile], q[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y, top = i * kTile, left = j * kTile;
  float sum = 0;
  for (int r = 0; r < m; r += kTile) {
    p[y][x] = r + y < m && top + x < n ? a[(r + y) * n + top + x] : 0;
    q[y][x] = r + y < m && left + x < n ? a[(r + y) * n + left + x] : 0;
    __syncthreads();
    for (int s = 0; s < kTile; ++s) sum += p[s][y] * q[s][x];
    __syncthreads();
  }
  if (top + y < n && left + x < n) g[(top + y) * n + left + x] = sum;
  if (i == j) return;
  p[y][x ^ y] = sum;
  __syncthreads();
  if (left + y < n && top + x < n) g[(left + y) * n + top + x] = p[x][x ^ y];
}
void gram(const float* a, float* g, int m, int n) {
  if (n == 0) return;
  const int tiles = (n + kTile - 1) / kTile;
  const dim3 grid =
      tiles % 2 ? dim3(tiles, (tiles + 1) / 2) : dim3(tiles + 1, tiles / 2);
  product<<<grid, dim3(kTile, kTile)>>>(a, g, m, n, tiles);
  CUDA_CHECK(cudaGetLastError());
}
