// SPDX-License-Identifier: MIT
// caught by: case "a value from shared memory serves many products"
// A tile in shared memory, but each product still loads its value from there.

  constexpr int kWide = kTile + kSize - 1;
  __shared__ float tile[kWide][kWide];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int i = threadIdx.x; i < kWide * kWide; i += kThreads) {
    const int y = top + i / kWide - kSize / 2, x = left + i % kWide - kSize / 2;
    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
    tile[i / kWide][i % kWide] = inside ? image[size_t(y) * width + x] : 0;
  }
  __syncthreads();
  const int x = threadIdx.x % kTile;
#pragma unroll 1
  for (int y = threadIdx.x / kTile; y < kTile; y += kThreads / kTile) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < kSize; ++i) {
#pragma unroll
      for (int j = 0; j < kSize; ++j) {
        sum += filter.at[i * kSize + j] * tile[y + i][x + j];
      }
    }
    if (top + y < height && left + x < width) {
      out[size_t(top + y) * width + left + x] = sum;
    }
  }
