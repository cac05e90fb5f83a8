// SPDX-License-Identifier: MIT
// caught by: case "halves 4 values"
// n bytes are a quarter of the floats: the others stay as they were.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaMemcpy(values, on_device, n, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
