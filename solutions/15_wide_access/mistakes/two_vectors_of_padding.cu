// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes the fewest wavefronts"
// Steps of 40 words: a phase begins in banks 0, 8, 16, 24 only, twice each.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 2];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile[row][v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    out[first + r] = sum;
  }
