// SPDX-License-Identifier: MIT
// The first thread takes the lock and never gives it back.
__device__ int lock = 0;
__device__ int sum = 0;

__global__ void add() {
  while (atomicCAS(&lock, 0, 1) != 0) {
    __nanosleep(100);
  }
  sum = sum + 1;
  __threadfence();
}

int main() {
  add<<<2, 64>>>();
  cudaDeviceSynchronize();
}
