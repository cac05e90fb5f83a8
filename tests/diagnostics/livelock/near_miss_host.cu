// SPDX-License-Identifier: MIT
// The host sets the flag after the launch, and waits then.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1>>>(flag);
  *const_cast<volatile int*>(flag) = 1;
  cudaDeviceSynchronize();
  cudaFreeHost(flag);
}
