// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors"
// A tile, but filled by rows: lanes are 128 bytes apart in global memory.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  for (int v = 0; v < kVectors; ++v) {
    const int row = threadIdx.x;
    if (first + row < rows) tile[row][v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    out[first + r] = sum;
  }
