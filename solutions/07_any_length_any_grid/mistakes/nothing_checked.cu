// SPDX-License-Identifier: MIT
// caught by: case "returns the first error"
// caught by: diagnostic out-of-bounds
// No error is looked at: the kernel runs on memory that does not exist.

  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads) {
  const size_t bytes = n * sizeof(float);
  cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  add_scaled_on_device<<<blocks, threads>>>(a, dx, dy, n);

  cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
  return cudaSuccess;
