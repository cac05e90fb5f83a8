// SPDX-License-Identifier: MIT
// Another block sets the flag; both blocks are resident.
__global__ void wait(volatile int* flag) {
  if (blockIdx.x == 1) {
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<2, 1>>>(flag);
  cudaDeviceSynchronize();
  cudaFree(flag);
}
