// SPDX-License-Identifier: MIT
// Takes vectors through rounds of x -> p -> x. One block works on one vector:
// x and p lie in its shared memory. In each stage thread t makes the values t,
// t + 256, t + 512, ... and reads ALL values of the stage before:
//   stage 1: p[j] = x[j] + (sum of all x)
//   stage 2: x[j] = p[j] + (sum of all p)
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps per block

__global__ void transform_rounds(const unsigned* in,  // vectors x values
                                 unsigned* out,       // vectors x values
                                 int values, int rounds) {
  __shared__ unsigned x[kMostValues], p[kMostValues];
  const int first = blockIdx.x * values;

  for (int j = threadIdx.x; j < values; j += kThreads) x[j] = in[first + j];
  __syncthreads();  // x is complete

  for (int round = 0; round < rounds; ++round) {
    // task-begin
    // TODO: some threads read a value that another thread has not made yet,
    // or has already replaced. Make them wait; leave the sums as they are.
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
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
