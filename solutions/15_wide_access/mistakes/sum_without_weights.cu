// SPDX-License-Identifier: MIT
// caught by: case "adds up one row"
// Adds the row: every vector gets its weights as if it were the first.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile[row][v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], 0);
    out[first + r] = sum;
  }
