// SPDX-License-Identifier: MIT
// Right as well: one allocation for both arrays, and a wait before the copy.

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  const size_t bytes = n * sizeof(float);
  float* both = nullptr;
  cudaError_t error = cudaMalloc(&both, 2 * bytes);
  if (error != cudaSuccess) return error;
  float *dx = both, *dy = both + n;
  do {
    error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
    if (error != cudaSuccess) break;
    error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
    if (error != cudaSuccess) break;
    add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);
    if ((error = cudaGetLastError()) != cudaSuccess) break;
    if ((error = cudaDeviceSynchronize()) != cudaSuccess) break;
    error = cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
  } while (false);
  cudaFree(both);
  return error;
}
