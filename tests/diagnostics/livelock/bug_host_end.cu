// SPDX-License-Identifier: MIT
// Nobody answers the kernel, and the program ends.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1>>>(flag);
}
