// SPDX-License-Identifier: MIT
// The host sets the flag after the launch, and waits then: in page-locked
// memory, and in managed memory, where it asks whether the kernel has ended
// before.
#include <cstdio>

__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

__global__ void answer(volatile int* flag, int* data) {
  flag[1] = 1;
  while (flag[0] == 0) {
  }
  *data += 1;
}

void let_go(int* flag) { *const_cast<volatile int*>(flag) = 1; }

int managed() {
  int *flags, *data;
  cudaMallocManaged(&flags, 2 * sizeof(int));
  cudaMalloc(&data, sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  flags[0] = flags[1] = 0;
  cudaDeviceSynchronize();
  answer<<<1, 1>>>(flags, data);
  while (static_cast<volatile int*>(flags)[1] == 0) {
  }
  const bool runs = cudaStreamQuery(nullptr) == cudaErrorNotReady;
  let_go(flags);
  int result = 0;
  cudaMemcpy(&result, data, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFree(flags);
  std::printf("%d %d\n", runs, result);
  return runs && result == 1 ? 0 : 1;
}

int main() {
  int* flag;
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1>>>(flag);
  let_go(flag);
  cudaDeviceSynchronize();
  cudaFreeHost(flag);
  return managed();
}
