// SPDX-License-Identifier: MIT
// caught by: case "works for any shape"
// The mirrored tile is guarded as the tile itself: beyond the last row it
// stores out of g.

constexpr int kTile = 32;

__global__ void product(const float* a, float* g, int m, int n) {
  if (blockIdx.y > blockIdx.x) return;
  __shared__ float p[kTile][kTile], q[kTile][kTile], mirror[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int top = blockIdx.y * kTile, left = blockIdx.x * kTile;
  const bool diagonal = top == left;
  float sum = 0;
  for (int r = 0; r < m; r += kTile) {
    const bool row = r + y < m;
    q[y][x] = row && left + x < n ? a[(r + y) * n + left + x] : 0;
    if (!diagonal) p[y][x] = row && top + x < n ? a[(r + y) * n + top + x] : 0;
    __syncthreads();
    const float(*rows)[kTile] = diagonal ? q : p;
    for (int s = 0; s < kTile; ++s) sum += rows[s][y] * q[s][x];
    __syncthreads();
  }
  if (top + y < n && left + x < n) g[(top + y) * n + left + x] = sum;
  if (diagonal) return;
  mirror[y][x] = sum;
  __syncthreads();
  if (left + x < n && top + y < n) g[(left + y) * n + top + x] = mirror[x][y];
}

void gram(const float* a, float* g, int m, int n) {
  if (n == 0) return;
  const int tiles = (n + kTile - 1) / kTile;
  product<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(a, g, m, n);
  CUDA_CHECK(cudaGetLastError());
}
