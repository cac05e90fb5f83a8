// SPDX-License-Identifier: MIT
// caught by: case "a block loads its part of the image once"
// The exercise as it was given, with all values right: each product loads its
// value from global memory.

  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
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
          sum +=
              filter.at[i * kSize + j] * image[size_t(from_y) * width + from_x];
        }
      }
    }
    out[size_t(y) * width + x] = sum;
  }
