// SPDX-License-Identifier: MIT
// The kernel says through memory how far it is. One behind a copy says that it
// runs: so the copy is done, and the host may fill its source again.
#include <cstdio>

__global__ void produce(int* data, volatile int* flag) {
  *data = 42;
  __threadfence_system();
  *flag = 1;
}

__global__ void announce(volatile int* flag) { *flag = 1; }

void fill_again() {
  constexpr int kBytes = 4096;
  char *source, *on_device;
  int* flag;
  cudaMallocHost(&source, kBytes);
  cudaMallocHost(&flag, sizeof(int));
  cudaMalloc(&on_device, kBytes);
  *flag = 0;
  for (int i = 0; i < kBytes; ++i) source[i] = 'a';
  cudaMemcpyAsync(on_device, source, kBytes, cudaMemcpyHostToDevice);
  announce<<<1, 1>>>(flag);
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  for (int i = 0; i < kBytes; ++i) source[i] = 'b';
  cudaDeviceSynchronize();
  cudaFree(on_device);
  cudaFreeHost(flag);
  cudaFreeHost(source);
}

int main() {
  int *data, *flag;
  cudaHostAlloc(&data, sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
  *flag = 0;
  produce<<<1, 1>>>(data, flag);
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  std::printf("%d\n", *data);
  cudaDeviceSynchronize();
  cudaFreeHost(data);
  cudaFreeHost(flag);
  fill_again();
}
