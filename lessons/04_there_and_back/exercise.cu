// SPDX-License-Identifier: MIT
// Halves n floats of the host on the device. The kernel is right; but it cannot
// use an array in host memory.
#include "lesson.h"

// kernel-begin
__global__ void halve_on_device(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = values[i] / 2;
}
// kernel-end

void halve(float* values, int n) {
  // task-begin
  // TODO: allocate n floats on the device, copy `values` there, launch with the
  // array on the device, copy it back, free it. About 6 lines.
  halve_on_device<<<(n + 255) / 256, 256>>>(values, n);
  // task-end
}
