// SPDX-License-Identifier: MIT
// caught by: case "no memory stays behind"
// Managed memory, which nobody frees: cudaMemGetInfo need not count that.

  float* managed = nullptr;
  cudaMallocManaged(&managed, n * sizeof(float));
  for (int i = 0; i < n; ++i) managed[i] = values[i];
  halve_on_device<<<(n + 255) / 256, 256>>>(managed, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) values[i] = managed[i];
