// SPDX-License-Identifier: MIT
// clang-format off
// The primitives of cuda_pipeline.h.
#include <cuda_pipeline.h>
  // task-begin
  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) __pipeline_memcpy_async(&tile[row][v], &in[(first + row) * kVectors + v], 16);
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
  // task-end
