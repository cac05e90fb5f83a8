// SPDX-License-Identifier: MIT
// For each value the sum of all others in its block: the block adds its values
// in shared memory, by halves, and then every thread needs the total.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void subtract_from_sum(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned cache[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  // task-begin
  // No early return: a thread without a value brings 0 and stays.
  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    // Only some threads add, but all of them wait. All threads have the same
    // `half`, so all go round equally often.
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();  // all threads
  }
  // The last barrier of the loop already orders cache[0] before this line.
  if (i < n) out[i] = cache[0] - in[i];
  // task-end
}

void sum_of_others(const unsigned* in, unsigned* out, int n) {
  if (n == 0) return;
  subtract_from_sum<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n);
  CUDA_CHECK(cudaGetLastError());
}
