// SPDX-License-Identifier: MIT
// caught by: diagnostic divergent-barrier
// caught by: diagnostic shared-race
// "One thread can wait for its whole warp": the other 31 go on without it.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void transform_rounds(const unsigned* in,  // vectors x values
                                 unsigned* out,       // vectors x values
                                 int values, int rounds) {
  __shared__ unsigned x[kMostValues], p[kMostValues];
  const int first = blockIdx.x * values;

  for (int j = threadIdx.x; j < values; j += kThreads) x[j] = in[first + j];
  __syncthreads();  // x is complete

  for (int round = 0; round < rounds; ++round) {
    // task-begin
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    if (threadIdx.x % 32 == 0) __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    if (threadIdx.x % 32 == 0) __syncthreads();
    // task-end
  }

  // Each thread stores only values that it made itself.
  for (int j = threadIdx.x; j < values; j += kThreads) out[first + j] = x[j];
}

void transform(const unsigned* in, unsigned* out, int values, int vectors,
               int rounds) {
  if (values == 0 || vectors == 0) return;
  transform_rounds<<<vectors, kThreads>>>(in, out, values, rounds);
  CUDA_CHECK(cudaGetLastError());
}
