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
  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  // Waits until the kernel has ended.
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  // task-end
}
