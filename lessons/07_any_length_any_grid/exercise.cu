// SPDX-License-Identifier: MIT
// y[i] = a * x[i] + y[i] for n floats. The host copies x and y to the device,
// starts the kernel, and copies y back. The grid has `blocks` blocks of
// `threads` threads: fewer threads than values, or more. Both must work.
#include "lesson.h"

__global__ void add_scaled_on_device(float a, const float* x, float* y, int n) {
  // task-begin
  // TODO: part 1, the kernel. A grid-stride loop, about 4 lines.
}

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  // TODO: part 2, the host. Copy x and y in, launch, copy y out. Return the
  // first error; ask for the launch's own. About 10 lines.
  (void)x, (void)y;  // remove this line
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  return cudaSuccess;
  // task-end
}
