// SPDX-License-Identifier: MIT
// caught by: case "the device halves them"
// The launch has blocks of as few threads as there should be blocks: the values
// are right, but most lanes of each warp are missing.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, bytes, cudaMemcpyHostToDevice);
  halve_on_device<<<256, (n + 255) / 256>>>(on_device, n);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
