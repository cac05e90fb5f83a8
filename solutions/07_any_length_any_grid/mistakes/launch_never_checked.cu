// SPDX-License-Identifier: MIT
// caught by: case "returns the first error"
// The launch returns nothing, so its error is never seen: the copies succeed.

  const int stride = gridDim.x * blockDim.x;
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

  return cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
