// SPDX-License-Identifier: MIT
// The lock keeps others out but does not order what its holders store.
__device__ int lock = 0;

__global__ void count(int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  *total += 1;
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
