// SPDX-License-Identifier: MIT
// Right as well: a tile whose rows are a multiple of 32 words long, and a warp
// loads row after row.

  constexpr int kColumn = 16;  // values of a thread
  constexpr int kWide =
      kTile + kSize - 1;  // the tile, with what lies around it
  __shared__ float tile[kWide][(kWide + 31) / 32 * 32];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int r = threadIdx.x / 32; r < kWide; r += kThreads / 32) {
    for (int c = threadIdx.x % 32; c < kWide; c += 32) {
      const int y = top + r - kSize / 2, x = left + c - kSize / 2;
      const bool inside = y >= 0 && y < height && x >= 0 && x < width;
      tile[r][c] = inside ? image[size_t(y) * width + x] : 0;
    }
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
