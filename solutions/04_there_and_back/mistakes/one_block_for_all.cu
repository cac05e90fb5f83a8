// SPDX-License-Identifier: MIT
// caught by: case "halves arrays of any length"
// One block of n threads: it cannot start when n is more than 1024.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<1, n>>>(on_device, n);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
