// SPDX-License-Identifier: MIT
// Right as well: the tile lies by vectors, so a thread's eight vectors are a
// row of rows apart, and one row more keeps the stores apart.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kVectors][kThreads + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile[v][row] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[v][r], v);
    out[first + r] = sum;
  }
