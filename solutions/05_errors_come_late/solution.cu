// SPDX-License-Identifier: MIT
// y[i] = a * x[i] + y[i] for n floats: allocate, copy, launch, copy back, free.
// Each of these steps can fail. lesson.h says what has to happen then.
#include "lesson.h"

__global__ void add_scaled_on_device(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

// task-begin
cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  const size_t bytes = n * sizeof(float);
  float *dx = nullptr, *dy = nullptr;  // cudaFree(nullptr) does nothing
  cudaError_t error = cudaMalloc(&dx, bytes);
  if (!error) error = cudaMalloc(&dy, bytes);
  if (!error) error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  if (!error) error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  if (!error) {
    add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
    // A launch returns nothing. Without this line a grid that cannot start
    // goes unnoticed: the copy below succeeds and brings the old y back.
    error = cudaGetLastError();
  }
  // Waits for the kernel, and also returns an error that happened inside it.
  if (!error) error = cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  return error;
}
// task-end
