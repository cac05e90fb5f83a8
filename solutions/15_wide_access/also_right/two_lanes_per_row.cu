// SPDX-License-Identifier: MIT
// Right as well: two lanes add up one row, half each. Rows of nine vectors keep
// the halves of four rows apart, too.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile[row][v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int half = threadIdx.x % 2 * kVectors / 2;
  for (int r = threadIdx.x / 2; r < kThreads; r += kThreads / 2) {
    float sum = 0;
    for (int v = half; first + r < rows && v < half + kVectors / 2; ++v) {
      sum += weighted(tile[r][v], v);
    }
    sum += __shfl_xor_sync(~0u, sum, 1);
    if (half == 0 && first + r < rows) out[first + r] = sum;
  }
