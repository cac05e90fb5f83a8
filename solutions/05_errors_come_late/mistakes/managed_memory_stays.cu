// SPDX-License-Identifier: MIT
// caught by: case "no memory stays behind"
// After an error nobody frees the managed memory.

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float* both = nullptr;
  cudaError_t error = cudaMallocManaged(&both, 2 * n * sizeof(float));
  if (error == cudaSuccess) {
    for (int i = 0; i < n; ++i) both[i] = x[i], both[n + i] = y[i];
    add_scaled_on_device<<<blocks, threads>>>(a, both, both + n, n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) {
    for (int i = 0; i < n; ++i) y[i] = both[n + i];
  }
  if (error == cudaSuccess) cudaFree(both);
  return error;
}
