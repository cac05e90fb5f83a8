// SPDX-License-Identifier: MIT
// caught by: case "halves 4 values"
// The number of blocks is rounded down: 4 values get no block at all.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<n / 256, 256>>>(on_device, n);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
