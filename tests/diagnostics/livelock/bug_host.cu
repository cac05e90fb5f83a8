// SPDX-License-Identifier: MIT
// The host sets the flag, but only after it has waited for the kernel.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1>>>(flag);
  cudaDeviceSynchronize();
  *flag = 1;
}
