// SPDX-License-Identifier: MIT
// The tile is copied without a register between (lesson 47); beyond the
// image's edges the copy writes zeros.
#include <cuda_pipeline.h>

  constexpr int kSide = kTile + kSize - 1, kSums = 16;
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int i = threadIdx.x; i < kSide * kSide; i += kThreads) {
    const int y = top + i / kSide - kSize / 2, x = left + i % kSide - kSize / 2;
    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
    __pipeline_memcpy_async(&tile[i / kSide][i % kSide],
                            image + (inside ? size_t(y) * width + x : 0), 4,
                            inside ? 0 : 4);
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
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
