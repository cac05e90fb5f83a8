// SPDX-License-Identifier: MIT
// caught by: case "a block passes at most ten barriers"
// Right, but one thread after the other adds its value: 257 barriers.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void subtract_from_sum(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned cache[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  // task-begin
  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = 1; k < kBlock; ++k) {
    if (t == k) cache[0] += cache[k];
    __syncthreads();
  }
  if (i < n) out[i] = cache[0] - in[i];
  // task-end
}

void sum_of_others(const unsigned* in, unsigned* out, int n) {
  if (n == 0) return;
  subtract_from_sum<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n);
  CUDA_CHECK(cudaGetLastError());
}
