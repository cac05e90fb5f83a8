// SPDX-License-Identifier: MIT
// The kernel says through memory how far it is.
#include <cstdio>

__global__ void produce(int* data, volatile int* flag) {
  *data = 42;
  __threadfence_system();
  *flag = 1;
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
}
