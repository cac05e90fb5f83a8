// SPDX-License-Identifier: MIT
// caught by: case "no memory stays behind"
// Each error comes back at once, past the two frees at the end.

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  const size_t bytes = n * sizeof(float);
  float *dx = nullptr, *dy = nullptr;
  cudaError_t error = cudaMalloc(&dx, bytes);
  if (error != cudaSuccess) return error;
  error = cudaMalloc(&dy, bytes);
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) return error;
  cudaFree(dx);
  cudaFree(dy);
  return cudaSuccess;
}
