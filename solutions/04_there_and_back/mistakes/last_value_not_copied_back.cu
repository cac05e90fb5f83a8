// SPDX-License-Identifier: MIT
// caught by: case "halves 4 values"
// The indices end at n - 1, but the number of values is n.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaMemcpy(values, on_device, (n - 1) * sizeof(float),
             cudaMemcpyDeviceToHost);
  cudaFree(on_device);
