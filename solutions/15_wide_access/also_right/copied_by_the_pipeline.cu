// SPDX-License-Identifier: MIT
// Right as well: the copies go past the registers (cp.async).
#include <cuda_pipeline.h>

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) {
      const float4* const from = &in[(first + row) * kVectors + v];
      __pipeline_memcpy_async(&tile[row][v], from, sizeof(float4));
    }
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    out[first + r] = sum;
  }
