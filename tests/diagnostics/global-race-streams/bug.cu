// SPDX-License-Identifier: MIT
// Two streams, and nothing makes the second one wait.
__global__ void store(int* a) {
  const int i = threadIdx.x;
  a[i] = 1;
}

__global__ void load(const int* a, int* b) {
  const int i = threadIdx.x;
  b[i] = a[i];
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&b, 32 * sizeof(int));
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  store<<<1, 32, 0, one>>>(a);
  load<<<1, 32, 0, two>>>(a, b);
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(a);
  cudaFree(b);
}
