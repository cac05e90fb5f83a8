// SPDX-License-Identifier: MIT
// y[i] = a * x[i] + y[i] for i from first to last - 1, with any grid: fewer
// threads than values, or more. Both must work.
#include "lesson.h"

__global__ void add_scaled_on_device(float a, const float* x, float* y,
                                     long long first, long long last) {
  // task-begin
  const int stride = gridDim.x * blockDim.x;  // all threads of the grid
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (long long i = first + thread; i < last; i += stride) {
    y[i] = a * x[i] + y[i];
  }
  // task-end
}

void add_scaled(float a, const float* x, float* y, long long first,
                long long last, int blocks, int threads) {
  add_scaled_on_device<<<blocks, threads>>>(a, x, y, first, last);
}
