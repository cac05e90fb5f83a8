// SPDX-License-Identifier: MIT
// Right as well: all eight loads are in flight before the first store.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  float4 mine[kVectors];
#pragma unroll
  for (int i = 0; i < kVectors; ++i) {
    const int k = threadIdx.x + i * kThreads;
    if (first + k / kVectors < rows) mine[i] = in[first * kVectors + k];
  }
#pragma unroll
  for (int i = 0; i < kVectors; ++i) {
    const int k = threadIdx.x + i * kThreads;
    if (first + k / kVectors < rows) tile[k / kVectors][k % kVectors] = mine[i];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    out[first + r] = sum;
  }
