// SPDX-License-Identifier: MIT
// The host writes through a pointer that only the device can use.
int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  data[3] = 1;
  cudaFree(data);
}

/* report:
error[device-pointer-on-host]: host code touches device memory
  `cudaMalloc #1+12`
  = host:  in main
  = why:   a pointer from cudaMalloc is an address of the device; the host must
           copy (cudaMemcpy) or use cudaMallocManaged
  = learn: docs/diagnostics/device-pointer-on-host.md
*/
