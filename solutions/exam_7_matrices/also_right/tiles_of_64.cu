// SPDX-License-Identifier: MIT
// Right as well: tiles of 64 x 64, of which a thread computes two columns and
// eight rows.

constexpr int kTile = 64, kDeep = 32, kHigh = 8;

__global__ void product(const float* a, float* g, int m, int n) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int top = blockIdx.y * kTile, left = blockIdx.x * kTile;
  if (top > left) return;
  __shared__ float high[kDeep][kTile], wide[kDeep][kTile];
  __shared__ float result[kTile][kTile + 1];
  float sums[kTile / kHigh][2] = {};
  for (int from = 0; from < m; from += kDeep) {
    for (int s = y; s < kDeep; s += kHigh) {
      for (int c = x; c < kTile; c += 32) {
        const bool row = from + s < m;
        high[s][c] = row && top + c < n ? a[(from + s) * n + top + c] : 0;
        wide[s][c] = row && left + c < n ? a[(from + s) * n + left + c] : 0;
      }
    }
    __syncthreads();
    for (int s = 0; s < kDeep; ++s) {
      for (int i = 0; i < kTile / kHigh; ++i) {
        for (int j = 0; j < 2; ++j) {
          sums[i][j] += high[s][y + i * kHigh] * wide[s][x + j * 32];
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kTile / kHigh; ++i) {
    for (int j = 0; j < 2; ++j) {
      const int r = y + i * kHigh, c = x + j * 32;
      if (top + r < n && left + c < n) g[(top + r) * n + left + c] = sums[i][j];
      result[r][c] = sums[i][j];
    }
  }
  if (top == left) return;
  __syncthreads();
  for (int r = y; r < kTile; r += kHigh) {
    for (int c = x; c < kTile; c += 32) {
      if (left + r < n && top + c < n) {
        g[(left + r) * n + top + c] = result[c][r];
      }
    }
  }
}

void gram(const float* a, float* g, int m, int n) {
  if (n == 0) return;
  const int tiles = (n + kTile - 1) / kTile;
  product<<<dim3(tiles, tiles), dim3(32, kHigh)>>>(a, g, m, n);
  CUDA_CHECK(cudaGetLastError());
}
