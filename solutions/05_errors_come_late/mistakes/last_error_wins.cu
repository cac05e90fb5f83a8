// SPDX-License-Identifier: MIT
// caught by: case "the error of each call comes back"
// caught by: case "no call comes after the first error"
// Each call overwrites the error of the one before, so the last one comes back:
// mostly a success.

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  const size_t bytes = n * sizeof(float);
  float *dx = nullptr, *dy = nullptr;
  cudaError_t error = cudaMalloc(&dx, bytes);
  error = cudaMalloc(&dy, bytes);
  error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
  error = cudaGetLastError();
  error = cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  return error;
}
