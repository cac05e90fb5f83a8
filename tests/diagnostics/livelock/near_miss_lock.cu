// SPDX-License-Identifier: MIT
// All threads of a warp want one lock; the holder is let on (since Volta).
__device__ int lock = 0;
__device__ int sum = 0;

__global__ void add() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  for (int i = 0; i < 2000; ++i) atomicAdd(&sum, 1);
  __threadfence();
  atomicExch(&lock, 0);
}

int main() {
  add<<<2, 64>>>();
  cudaDeviceSynchronize();
}
