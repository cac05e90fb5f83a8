// SPDX-License-Identifier: MIT
// Right as well: all steps are queued, in the order in which they must happen,
// and the function waits for the last of them.

  const size_t bytes = n * sizeof(float);
  float* on_device = nullptr;
  cudaMallocAsync(&on_device, bytes, nullptr);
  cudaMemcpyAsync(on_device, values, bytes, cudaMemcpyDefault);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaMemcpyAsync(values, on_device, bytes, cudaMemcpyDefault);
  cudaFreeAsync(on_device, nullptr);
  cudaStreamSynchronize(nullptr);
