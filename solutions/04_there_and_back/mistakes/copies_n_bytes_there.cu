// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// n bytes are a quarter of the floats; the kernel reads what nobody wrote.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMalloc(&on_device, bytes);
  cudaMemcpy(on_device, values, n, cudaMemcpyHostToDevice);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaMemcpy(values, on_device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
