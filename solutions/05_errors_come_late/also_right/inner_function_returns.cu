// SPDX-License-Identifier: MIT
// Right as well: a function inside returns at the first error, and the one
// around it frees. The launch is a call here, which returns its own error.

static cudaError_t with_memory(float a, const float* x, float* y, int n,
                               int blocks, int threads, float*& dx,
                               float*& dy) {
  const size_t bytes = n * sizeof(float);
  if (auto error = cudaMalloc(&dx, bytes)) return error;
  if (auto error = cudaMalloc(&dy, bytes)) return error;
  if (auto error = cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice))
    return error;
  if (auto error = cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice))
    return error;
  const float* in = dx;
  void* arguments[] = {&a, &in, &dy, &n};
  if (auto error =
          cudaLaunchKernel(reinterpret_cast<const void*>(add_scaled_on_device),
                           dim3(blocks), dim3(threads), arguments, 0, nullptr))
    return error;
  return cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
}

cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads) {
  float *dx = nullptr, *dy = nullptr;
  const auto error = with_memory(a, x, y, n, blocks, threads, dx, dy);
  cudaFree(dy);
  cudaFree(dx);
  return error;
}
