// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Shared memory is used, but every thread also loads both neighbours.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void smooth_block(const float* in, float* out, int n) {
  // task-begin
  __shared__ float window[kBlock + 2];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int at = threadIdx.x + 1;
  window[at] = i < n ? in[i] : 0;
  window[at - 1] = i > 0 && i <= n ? in[i - 1] : 0;
  window[at + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = (window[at - 1] + 2 * window[at] + window[at + 1]) / 4;
  // task-end
}

void smooth(const float* in, float* out, int n) {
  if (n == 0) return;
  smooth_block<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n);
  CUDA_CHECK(cudaGetLastError());
}
