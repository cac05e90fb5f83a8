// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// The guard asks for the row that the thread adds up. It copies other ones.

  __shared__ float4 tile[kThreads][kVectors + 1];
  const int first = blockIdx.x * kThreads;
  for (int i = threadIdx.x; i < kThreads * kVectors; i += kThreads) {
    const int r = i / kVectors, v = i % kVectors;
    if (first + threadIdx.x < rows) tile[r][v] = in[(first + r) * kVectors + v];
  }
  __syncthreads();
  const int row = first + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[threadIdx.x][v], v);
    out[row] = sum;
  }
