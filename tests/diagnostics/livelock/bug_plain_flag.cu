// SPDX-License-Identifier: MIT
// Block 1 sets the flag, but a plain flag is loaded once, before the loop.
__global__ void wait(int* flag) {
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
}
