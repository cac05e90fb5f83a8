// SPDX-License-Identifier: MIT
// caught by: case "neighbouring threads take neighbouring values"
// Each thread takes a piece of the array, as on a CPU. The result is right, but
// the lanes of a warp lie far apart.

  const int all = gridDim.x * blockDim.x, piece = (n + all - 1) / all;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
  for (int i = first; i < first + piece && i < n; ++i) {
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
