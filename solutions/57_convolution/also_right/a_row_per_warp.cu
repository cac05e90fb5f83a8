// SPDX-License-Identifier: MIT
// A warp loads a row of the tile, lanes its neighbouring values.

  constexpr int kSide = kTile + kSize - 1, kSums = 16;
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int row = threadIdx.x / 32; row < kSide; row += kThreads / 32) {
    const int y = top + row - kSize / 2;
    for (int c = threadIdx.x % 32; c < kSide; c += 32) {
      const int x = left + c - kSize / 2;
      float value = 0;
      if (unsigned(y) < unsigned(height) && unsigned(x) < unsigned(width)) {
        value = image[size_t(y) * width + x];
      }
      tile[row][c] = value;
    }
  }
  __syncthreads();
  const int x = threadIdx.x % kTile, y = threadIdx.x / kTile * kSums;
  float sums[kSums] = {};
#pragma unroll
  for (int j = 0; j < kSize; ++j) {
    float column[kSums + kSize - 1];
#pragma unroll
    for (int i = 0; i < kSums + kSize - 1; ++i) column[i] = tile[y + i][x + j];
#pragma unroll
    for (int i = 0; i < kSize; ++i) {
#pragma unroll
      for (int s = 0; s < kSums; ++s) {
        sums[s] += filter.at[i * kSize + j] * column[s + i];
      }
    }
  }
#pragma unroll
  for (int s = 0; s < kSums; ++s) {
    if (left + x < width && top + y + s < height) {
      out[size_t(top + y + s) * width + left + x] = sums[s];
    }
  }
