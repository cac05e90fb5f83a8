// SPDX-License-Identifier: MIT
// The whole block asks again and again; the loop goes through two barriers.
__global__ void wait(const volatile int* flag) {
  __shared__ int done;
  do {
    __syncthreads();
    if (threadIdx.x == 0) done = *flag;
    __syncthreads();
  } while (done == 0);
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<1, 128>>>(flag);
  cudaDeviceSynchronize();
}
