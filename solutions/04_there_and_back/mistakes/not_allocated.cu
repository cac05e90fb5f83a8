// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// A pointer is no memory: nothing was allocated, so it points nowhere.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
