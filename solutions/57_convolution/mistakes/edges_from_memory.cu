// SPDX-License-Identifier: MIT
// caught by: case "a block loads its part of the image once"
// Blocks at an edge of the image do without the tile.

  constexpr int kSide = kTile + kSize - 1, kSums = 16;
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  if (left == 0 || top == 0 || left + kTile >= width || top + kTile >= height) {
    const int x = left + threadIdx.x % kTile;
    for (int y = top + threadIdx.x / kTile; y < top + kTile;
         y += kThreads / kTile) {
      if (x >= width || y >= height) continue;
      float sum = 0;
      for (int i = 0; i < kSize; ++i) {
        for (int j = 0; j < kSize; ++j) {
          const int from_y = y + i - kSize / 2, from_x = x + j - kSize / 2;
          const bool inside =
              from_y >= 0 && from_y < height && from_x >= 0 && from_x < width;
          if (inside) {
            sum += filter.at[i * kSize + j] *
                   image[size_t(from_y) * width + from_x];
          }
        }
      }
      out[size_t(y) * width + x] = sum;
    }
    return;
  }
  for (int i = threadIdx.x; i < kSide * kSide; i += kThreads) {
    const int y = top + i / kSide - kSize / 2, x = left + i % kSide - kSize / 2;
    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
    tile[i / kSide][i % kSide] = inside ? image[size_t(y) * width + x] : 0;
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
