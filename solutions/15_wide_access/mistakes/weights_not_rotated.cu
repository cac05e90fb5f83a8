// SPDX-License-Identifier: MIT
// caught by: case "adds up any number of rows"
// Each lane begins at another vector, but takes the weights in the old order.

  __shared__ float4 tile[kThreads][kVectors];
  const int first = blockIdx.x * kThreads;
  for (int i = threadIdx.x; i < kThreads * kVectors; i += kThreads) {
    const int r = i / kVectors, v = i % kVectors;
    if (first + r < rows) tile[r][v] = in[(first + r) * kVectors + v];
  }
  __syncthreads();
  const int row = first + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int k = 0; k < kVectors; ++k) {
      const int v = (k + threadIdx.x) % kVectors;
      sum += weighted(tile[threadIdx.x][v], k);
    }
    out[row] = sum;
  }
