// SPDX-License-Identifier: MIT
// caught by: case "works for any length and any grid"
// caught by: case "each value is read and written once"
// A step of one block only: the blocks walk over each other's values, and some
// values get a * x added several times.

  const int stride = blockDim.x;
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
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  return cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
