// SPDX-License-Identifier: MIT
// Right as well: only blocks on one side of the diagonal are launched, a thread
// has four values, and the transposed tile has one word more per row.

constexpr int kTile = 32, kHeight = 8;

__global__ void product(const float* a, float* g, int m, int n) {
  const int x = threadIdx.x, y = threadIdx.y;
  // Blocks 0, 1 2, 3 4 5, ...: row `below` of the triangle begins at `first`.
  int below = 0, first = 0;
  while (first + below < int(blockIdx.x)) first += ++below;
  const int top = (blockIdx.x - first) * kTile, left = below * kTile;
  __shared__ float tiles[2][kTile][kTile], result[kTile][kTile + 1];
  float sums[4] = {};
  for (int from = 0; from < m; from += kTile) {
    for (int s = y; s < kTile; s += kHeight) {
      const bool row = from + s < m;
      tiles[0][s][x] = row && top + x < n ? a[(from + s) * n + top + x] : 0;
      tiles[1][s][x] = row && left + x < n ? a[(from + s) * n + left + x] : 0;
    }
    __syncthreads();
    for (int s = 0; s < kTile; ++s) {
      for (int i = 0; i < 4; ++i) {
        sums[i] += tiles[0][s][y + i * kHeight] * tiles[1][s][x];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    const int r = y + i * kHeight;
    if (top + r < n && left + x < n) g[(top + r) * n + left + x] = sums[i];
    result[r][x] = sums[i];
  }
  __syncthreads();
  for (int r = y; r < kTile && top < left; r += kHeight) {
    if (left + r < n && top + x < n) g[(left + r) * n + top + x] = result[x][r];
  }
}

void gram(const float* a, float* g, int m, int n) {
  if (n == 0) return;
  const int tiles = (n + kTile - 1) / kTile;
  product<<<tiles*(tiles + 1) / 2, dim3(kTile, kHeight)>>>(a, g, m, n);
  CUDA_CHECK(cudaGetLastError());
}
