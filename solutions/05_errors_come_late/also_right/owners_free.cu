// SPDX-License-Identifier: MIT
// Right as well: an object owns each array and frees it, so that each return may
// come at once. common/device_buffer.h does it in this way.

struct Array {
  float* data = nullptr;
  ~Array() { cudaFree(data); }
};

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  const size_t bytes = n * sizeof(float);
  Array x_there, y_there;
  cudaError_t error = cudaMalloc(&x_there.data, bytes);
  if (error != cudaSuccess) return error;
  error = cudaMalloc(&y_there.data, bytes);
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(x_there.data, x, bytes, cudaMemcpyDefault);
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(y_there.data, y, bytes, cudaMemcpyDefault);
  if (error != cudaSuccess) return error;
  add_scaled_on_device<<<blocks, threads>>>(a, x_there.data, y_there.data, n);
  error = cudaPeekAtLastError();
  if (error != cudaSuccess) return error;
  return cudaMemcpy(y, y_there.data, bytes, cudaMemcpyDefault);
}
