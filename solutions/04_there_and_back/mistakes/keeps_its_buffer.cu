// SPDX-License-Identifier: MIT
// caught by: case "no memory stays behind"
// The buffer stays for the next call, and grows when it is too small.

  static float* on_device = nullptr;
  static int room = 0;
  if (n > room) {
    cudaFree(on_device);
    cudaMalloc(&on_device, n * sizeof(float));
    room = n;
  }
  cudaMemcpy(on_device, values, n * sizeof(float), cudaMemcpyHostToDevice);
  halve_on_device<<<(n + 255) / 256, 256>>>(on_device, n);
  cudaMemcpy(values, on_device, n * sizeof(float), cudaMemcpyDeviceToHost);
