// SPDX-License-Identifier: MIT
// caught by: case "halves 4 values"
// The direction of the first copy is wrong: it fails, and nothing is copied.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyDeviceToHost);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
