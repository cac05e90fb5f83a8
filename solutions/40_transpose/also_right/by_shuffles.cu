// SPDX-License-Identifier: MIT
// Right as well, without a tile: a warp holds 32 x 32 values in its registers.
// In five exchanges lane and register swap their numbers, bit by bit.

constexpr int kTile = 32, kThreads = 128;

__global__ void exchange_bits(const float* in,  // rows x columns
                              float* out,       // columns x rows
                              int rows, int columns) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int left = (blockIdx.x * (kThreads / 32) + warp) * kTile;
  const int top = blockIdx.y * kTile;
  float value[kTile];
  for (int k = 0; k < kTile; ++k) {
    const int r = top + k, c = left + lane;
    value[k] = r < rows && c < columns ? in[r * columns + c] : 0;
  }
#pragma unroll
  for (int bit = 16; bit > 0; bit /= 2) {
#pragma unroll
    for (int k = 0; k < kTile; ++k) {
      if (k & bit) continue;
      const bool high = lane & bit;
      const float give = high ? value[k] : value[k + bit];
      const float got = __shfl_xor_sync(0xffffffff, give, bit);
      if (high) {
        value[k] = got;
      } else {
        value[k + bit] = got;
      }
    }
  }
  for (int k = 0; k < kTile; ++k) {
    const int r = top + lane, c = left + k;
    if (r < rows && c < columns) out[c * rows + r] = value[k];
  }
}

void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  constexpr int kWide = kTile * (kThreads / 32);
  const dim3 grid((columns + kWide - 1) / kWide, (rows + kTile - 1) / kTile);
  exchange_bits<<<grid, kThreads>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
