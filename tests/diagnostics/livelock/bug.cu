// SPDX-License-Identifier: MIT
// Nobody sets the flag. A second later the alarm ends the program.
#include <unistd.h>

__global__ void wait(volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  alarm(1);
  wait<<<1, 1>>>(flag);
  cudaDeviceSynchronize();
}
