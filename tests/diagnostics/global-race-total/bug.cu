// SPDX-License-Identifier: MIT
// The block with the highest number need not be the last one to add.
__global__ void sum(int* total, int* copy) {
  if (threadIdx.x != 0) return;
  atomicAdd(total, 1);
  if (blockIdx.x == gridDim.x - 1) *copy = *total;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  sum<<<4, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
