// SPDX-License-Identifier: MIT
// A second launch reads the total: the first one has ended by then.
__global__ void sum(int* total) {
  if (threadIdx.x == 0) atomicAdd(total, 1);
}
__global__ void read(const int* total, int* copy) { *copy = *total; }

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  sum<<<4, 64>>>(a);
  read<<<1, 1>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
