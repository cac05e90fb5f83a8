// SPDX-License-Identifier: MIT
// caught by: diagnostic host-pointer
// The array is copied there, but the launch is given the address of the host.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<(n + 255) / 256, 256>>>(values, n);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
