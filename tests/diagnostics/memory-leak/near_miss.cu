// SPDX-License-Identifier: MIT
// All memory is given back: one by one, by a kernel, or with the device.
__managed__ int total;

__global__ void use(int* data) {
  int* own = static_cast<int*>(malloc(16));
  *own = 1;
  *data = *own;
  free(own);
}

int main() {
  int *data, *host, *rest;
  total = 1;
  cudaMalloc(&data, 128);
  cudaMallocHost(&host, 128);
  use<<<1, 1>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFreeHost(host);
  cudaMalloc(&rest, 128);
  cudaDeviceReset();
}
