// SPDX-License-Identifier: MIT
// No device runs a block of 2048 threads; nothing is stored.
__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMalloc(&data, 2048 * sizeof(int));
  fill<<<1, 2048>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
