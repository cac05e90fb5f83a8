// SPDX-License-Identifier: MIT
// caught by: case "a row takes 8 wide stores and 8 wide loads"
// No two lanes meet in a bank, for each of them has a store of its own.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    for (int lane = 0; lane < 32; ++lane) {
      if (lane == k % 32 && first + row < rows) {
        tile[row][v] = in[(first + row) * kVectors + v];
      }
      __syncwarp();
    }
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    out[first + r] = sum;
  }
