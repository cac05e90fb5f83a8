// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes the fewest wavefronts"
// Over all 32 lanes each bank is asked equally often. But lanes go in phases
// of eight, and the rows of a phase have only two different keys.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows)
      tile[row][v ^ (row / 4 % 8)] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v)
      sum += weighted(tile[r][v ^ (r / 4 % 8)], v);
    out[first + r] = sum;
  }
