// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Every thread also reads both neighbours: by atomics, but from global memory.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void smooth_block(const float* in, float* out, int n) {
  // task-begin
  __shared__ float window[kBlock + 2];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int at = threadIdx.x + 1;
  float* const all = const_cast<float*>(in);
  window[at] = i < n ? *static_cast<const volatile float*>(in + i) : 0;
  const float left = i > 0 && i < n ? atomicAdd(all + i - 1, 0) : 0;
  const float right = i + 1 < n ? atomicAdd(all + i + 1, 0) : 0;
  if (i < n) out[i] = (left + 2 * window[at] + right) / 4;
  // task-end
}

void smooth(const float* in, float* out, int n) {
  if (n == 0) return;
  smooth_block<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n);
  CUDA_CHECK(cudaGetLastError());
}
