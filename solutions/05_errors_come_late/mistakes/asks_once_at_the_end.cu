// SPDX-License-Identifier: MIT
// caught by: case "no call comes after the first error"
// cudaGetLastError knows of all calls, but all calls are made, whatever failed:
// the copies run after an allocation that failed, and so does the kernel.

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  const size_t bytes = n * sizeof(float);
  float *dx = nullptr, *dy = nullptr;
  cudaMalloc(&dx, bytes);
  cudaMalloc(&dy, bytes);
  cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  return cudaGetLastError();
}
