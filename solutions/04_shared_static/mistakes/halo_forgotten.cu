// SPDX-License-Identifier: MIT
// caught by: case "smooths many blocks"
// Beyond its own values a block takes 0, though its neighbour has more.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void smooth_block(const float* in, float* out, int n) {
  // task-begin
  __shared__ float window[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int at = threadIdx.x;
  window[at] = i < n ? in[i] : 0;
  __syncthreads();
  const float left = at > 0 ? window[at - 1] : 0;
  const float right = at + 1 < kBlock ? window[at + 1] : 0;
  if (i < n) out[i] = (left + 2 * window[at] + right) / 4;
  // task-end
}

void smooth(const float* in, float* out, int n) {
  if (n == 0) return;
  smooth_block<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n);
  CUDA_CHECK(cudaGetLastError());
}
