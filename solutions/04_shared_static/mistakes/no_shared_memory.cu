// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Right, but each value is loaded three times.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void smooth_block(const float* in, float* out, int n) {
  // task-begin
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const float left = i > 0 ? in[i - 1] : 0;
  const float right = i + 1 < n ? in[i + 1] : 0;
  out[i] = (left + 2 * in[i] + right) / 4;
  // task-end
}

void smooth(const float* in, float* out, int n) {
  if (n == 0) return;
  smooth_block<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n);
  CUDA_CHECK(cudaGetLastError());
}
