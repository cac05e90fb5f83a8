// SPDX-License-Identifier: MIT
// y[i] = a * x[i] + y[i] for n floats. The host copies x and y to the device,
// starts the kernel, and copies y back. The grid has `blocks` blocks of
// `threads` threads: fewer threads than values, or more. Both must work.
#include "lesson.h"

__global__ void add_scaled_on_device(float a, const float* x, float* y, int n) {
  // task-begin
  const int stride = gridDim.x * blockDim.x;  // all threads of the grid
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  const size_t bytes = n * sizeof(float);
  cudaError_t error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  // A launch returns nothing. Without this line a grid that cannot be started
  // goes unnoticed: the copy below succeeds and brings the old y back.
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  // Waits for the kernel, and also returns an error that happened inside it.
  return cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
  // task-end
}
