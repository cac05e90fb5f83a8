// SPDX-License-Identifier: MIT
// caught by: diagnostic barrier-mismatch
// caught by: diagnostic divergent-barrier
// As the article warns: only the threads that add come to the barrier. Warps
// that skip it wait at the one behind the loop, and the two are taken for one.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void subtract_from_sum(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned cache[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  // task-begin
  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) {
      cache[t] += cache[t + half];
      __syncthreads();  // A
    }
  }
  __syncthreads();  // B
  if (i < n) out[i] = cache[0] - in[i];
  // task-end
}

void sum_of_others(const unsigned* in, unsigned* out, int n) {
  if (n == 0) return;
  subtract_from_sum<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n);
  CUDA_CHECK(cudaGetLastError());
}
