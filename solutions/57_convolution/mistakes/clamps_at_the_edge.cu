// SPDX-License-Identifier: MIT
// caught by: case "adds up neighbours"
// Beyond an edge stands the edge's value, not zero.

  constexpr int kSide = kTile + kSize - 1, kSums = 16;
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int i = threadIdx.x; i < kSide * kSide; i += kThreads) {
    const int y = min(max(top + i / kSide - kSize / 2, 0), height - 1);
    const int x = min(max(left + i % kSide - kSize / 2, 0), width - 1);
    tile[i / kSide][i % kSide] = image[size_t(y) * width + x];
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
