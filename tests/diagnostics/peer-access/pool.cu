// SPDX-License-Identifier: MIT
// Peer access does not open the memory of a pool; cudaMemPoolSetAccess does.
__global__ void count(int* total) { atomicAdd(total, 1); }

int main() {
  int* total;
  cudaSetDevice(1);
  cudaMallocAsync(&total, sizeof(int), 0);
  cudaMemsetAsync(total, 0, sizeof(int), 0);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  count<<<1, 32>>>(total);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaFreeAsync(total, 0);
  cudaDeviceSynchronize();
}
