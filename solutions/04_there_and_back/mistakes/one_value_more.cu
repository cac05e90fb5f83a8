// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Room for one value more, and copies of one value more: beyond the array of the
// host lies what is not ours.

  const size_t bytes = (n + 1) * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
