// SPDX-License-Identifier: MIT
// Right as well: the tile is plain, and lane r begins at vector r % 8.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile[row][v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int i = 0; i < kVectors; ++i) {
      const int v = (r + i) % kVectors;
      sum += weighted(tile[r][v], v);
    }
    out[first + r] = sum;
  }
