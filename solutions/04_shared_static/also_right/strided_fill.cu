// SPDX-License-Identifier: MIT
// Right as well: the block fills its window in one loop, and the first two
// threads go round once more for the halo.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void smooth_block(const float* in, float* out, int n) {
  // task-begin
  __shared__ float window[kBlock + 2];
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; k < kBlock + 2; k += kBlock) {
    const int from = first + k - 1;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();
  const int at = threadIdx.x + 1, i = first + threadIdx.x;
  if (i < n) out[i] = (window[at - 1] + 2 * window[at] + window[at + 1]) / 4;
  // task-end
}

void smooth(const float* in, float* out, int n) {
  if (n == 0) return;
  smooth_block<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n);
  CUDA_CHECK(cudaGetLastError());
}
