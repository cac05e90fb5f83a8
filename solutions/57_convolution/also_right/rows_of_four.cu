// SPDX-License-Identifier: MIT
// Four by four sums per thread, by loads of four values. They go out through
// the tile's memory: neighbours in a row belong to neighbouring lanes there.

  constexpr int kSide = kTile + kSize - 1, kWindow = (kSize + 6) / 4 * 4;
  constexpr int kPitch = kTile - 4 + kWindow;  // whole windows
  __shared__ __align__(16) float tile[kSide][kPitch];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int i = threadIdx.x; i < kSide * kPitch; i += kThreads) {
    const int y = top + i / kPitch - kSize / 2,
              x = left + i % kPitch - kSize / 2;
    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
    tile[i / kPitch][i % kPitch] = inside ? image[size_t(y) * width + x] : 0;
  }
  __syncthreads();
  const int x = threadIdx.x % 16 * 4, y = threadIdx.x / 16 * 4;
  float sums[4][4] = {};
#pragma unroll
  for (int i = 0; i < 4 + kSize - 1; ++i) {
    float window[kWindow];
#pragma unroll
    for (int c = 0; c < kWindow; c += 4) {
      const float4 v = *reinterpret_cast<const float4*>(&tile[y + i][x + c]);
      window[c] = v.x;
      window[c + 1] = v.y;
      window[c + 2] = v.z;
      window[c + 3] = v.w;
    }
#pragma unroll
    for (int s = 0; s < 4; ++s) {
      if (i - s < 0 || i - s >= kSize) continue;
#pragma unroll
      for (int j = 0; j < kSize; ++j) {
#pragma unroll
        for (int c = 0; c < 4; ++c) {
          sums[s][c] += filter.at[(i - s) * kSize + j] * window[c + j];
        }
      }
    }
  }
  __syncthreads();  // the tile now holds out
#pragma unroll
  for (int s = 0; s < 4; ++s) {
    *reinterpret_cast<float4*>(&tile[y + s][x]) = {sums[s][0], sums[s][1],
                                                   sums[s][2], sums[s][3]};
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kTile * kTile; i += kThreads) {
    const int to_x = left + i % kTile, to_y = top + i / kTile;
    if (to_x < width && to_y < height) {
      out[size_t(to_y) * width + to_x] = tile[i / kTile][i % kTile];
    }
  }
