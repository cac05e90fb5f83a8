// SPDX-License-Identifier: MIT
// caught by: case "computes 3 values"
// The result stays on the device.

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  const size_t bytes = n * sizeof(float);
  float *dx = nullptr, *dy = nullptr;
  cudaError_t error = cudaMalloc(&dx, bytes);
  if (!error) error = cudaMalloc(&dy, bytes);
  if (!error) error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  if (!error) error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  if (!error) {
    add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
    error = cudaGetLastError();
  }
  if (!error) error = cudaDeviceSynchronize();
  cudaFree(dx);
  cudaFree(dy);
  return error;
}
