// SPDX-License-Identifier: MIT
// caught by: case "neighbouring threads take neighbouring values"
// The right result, but thread 0 of block 0 does everything alone.

  if (blockIdx.x == 0 && threadIdx.x == 0) {
    for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
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
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  return cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
