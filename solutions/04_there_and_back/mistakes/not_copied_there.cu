// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// The kernel halves what happens to lie in fresh memory.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
