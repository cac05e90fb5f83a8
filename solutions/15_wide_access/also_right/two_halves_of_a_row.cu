// SPDX-License-Identifier: MIT
// Right as well: two tiles, of half a row each. Their rows are five vectors long,
// and 5 is odd. The second tile begins 16 banks after the end of the first one,
// so a row's halves do not meet when they are stored.

  const int first = blockIdx.x * kThreads;
  constexpr int kHalf = kVectors / 2, kRow = kHalf + 1;
  __shared__ float4 tile[2][kThreads * kRow + kHalf];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows)
      tile[v / kHalf][row * kRow + v % kHalf] =
          in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) {
      sum += weighted(tile[v / kHalf][r * kRow + v % kHalf], v);
    }
    out[first + r] = sum;
  }
