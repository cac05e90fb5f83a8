// SPDX-License-Identifier: MIT
// caught by: case "takes every filter"
// Only the array's ends are looked at: a row's border is the end of another row.

  constexpr int kColumn = 16;  // values of a thread
  constexpr int kWide =
      kTile + kSize - 1;  // the tile, with what lies around it
  __shared__ float tile[kWide][kWide];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int i = threadIdx.x; i < kWide * kWide; i += kThreads) {
    const int y = top + i / kWide - kSize / 2, x = left + i % kWide - kSize / 2;
    const bool inside = y * width + x >= 0 && y * width + x < height * width;
    tile[i / kWide][i % kWide] = inside ? image[y * width + x] : 0;
  }
  __syncthreads();
  // A value that was loaded serves all of the thread's sums that it belongs to.
  const int x = threadIdx.x % kTile, y = threadIdx.x / kTile * kColumn;
  float sums[kColumn] = {};
#pragma unroll
  for (int j = 0; j < kSize; ++j) {
    float column[kColumn + kSize - 1];
#pragma unroll
    for (int r = 0; r < kColumn + kSize - 1; ++r)
      column[r] = tile[y + r][x + j];
#pragma unroll
    for (int i = 0; i < kSize; ++i) {
#pragma unroll
      for (int s = 0; s < kColumn; ++s) {
        sums[s] += filter.at[i * kSize + j] * column[s + i];
      }
    }
  }
#pragma unroll
  for (int s = 0; s < kColumn; ++s) {
    if (top + y + s < height && left + x < width) {
      out[size_t(top + y + s) * width + left + x] = sums[s];
    }
  }
