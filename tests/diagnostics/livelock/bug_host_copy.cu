// SPDX-License-Identifier: MIT
// The copy that would set the flag comes behind the kernel, in its stream.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int *flag, *one;
  cudaMallocHost(&flag, sizeof(int));
  cudaMallocHost(&one, sizeof(int));
  *flag = 0;
  *one = 1;
  wait<<<1, 1>>>(flag);
  cudaMemcpyAsync(flag, one, sizeof(int), cudaMemcpyDefault);
  cudaDeviceSynchronize();
}
