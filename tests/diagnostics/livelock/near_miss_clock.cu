// SPDX-License-Identifier: MIT
// Nobody sets the flag, but the clock ends the loop.
__global__ void wait(const volatile int* flag) {
  const long long begin = clock64();
  while (*flag == 0 && clock64() - begin < 2000000) {
    __nanosleep(100);
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<1, 64>>>(flag);
  cudaDeviceSynchronize();
  cudaFree(flag);
}
