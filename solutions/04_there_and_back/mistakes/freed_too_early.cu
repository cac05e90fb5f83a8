// SPDX-License-Identifier: MIT
// caught by: case "halves 4 values"
// The memory is given back before the results are fetched from it.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaFree(on_device);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
