// SPDX-License-Identifier: MIT
// caught by: case "a row takes 8 wide stores and 8 wide loads"
// As many loads, and all of them by one warp of four.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile[row][v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  for (int r = threadIdx.x; threadIdx.x < 32 && r < kThreads; r += 32) {
    float sum = 0;
    if (first + r >= rows) break;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    out[first + r] = sum;
  }
