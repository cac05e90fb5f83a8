// SPDX-License-Identifier: MIT
// caught by: case "a block loads its part of the image once"
// The tile has no border: what lies around it comes from global memory.

  constexpr int kSide = kTile + kSize - 1, kSums = 16;
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int i = threadIdx.x; i < kTile * kTile; i += kThreads) {
    const int y = top + i / kTile, x = left + i % kTile;
    const bool inside = y < height && x < width;
    tile[i / kTile][i % kTile] = inside ? image[size_t(y) * width + x] : 0;
  }
  __syncthreads();
  const int x = threadIdx.x % kTile, y = threadIdx.x / kTile * kSums;
  float sums[kSums] = {};
#pragma unroll
  for (int j = 0; j < kSize; ++j) {
    float column[kSums + kSize - 1];
#pragma unroll
    for (int i = 0; i < kSums + kSize - 1; ++i) {
      const int r = y + i - kSize / 2, c = x + j - kSize / 2;
      if (r >= 0 && r < kTile && c >= 0 && c < kTile) {
        column[i] = tile[r][c];
      } else {
        const int fy = top + r, fx = left + c;
        const bool inside = fy >= 0 && fy < height && fx >= 0 && fx < width;
        column[i] = inside ? image[size_t(fy) * width + fx] : 0;
      }
    }
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
