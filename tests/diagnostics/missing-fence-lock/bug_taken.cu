// SPDX-License-Identifier: MIT
// The holder of a lock has no fence after it took the lock.
__device__ int lock = 0;

__global__ void count(int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  *total += 1;
  __threadfence();
  atomicExch(&lock, 0);
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  count<<<8, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
