// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// caught by: case "global memory moves whole sectors"
// A thread computes a value above the diagonal and stores it twice. Nothing is
// shared.

constexpr int kTile = 32;

__global__ void product(const float* a, float* g, int m, int n) {
  const int j = blockIdx.x * kTile + threadIdx.x;
  const int i = blockIdx.y * kTile + threadIdx.y;
  if (j < i || j >= n) return;
  float sum = 0;
  for (int r = 0; r < m; ++r) sum += a[r * n + i] * a[r * n + j];
  g[i * n + j] = g[j * n + i] = sum;
}

void gram(const float* a, float* g, int m, int n) {
  if (n == 0) return;
  const int tiles = (n + kTile - 1) / kTile;
  product<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(a, g, m, n);
  CUDA_CHECK(cudaGetLastError());
}
