// SPDX-License-Identifier: MIT
// The host knows that the kernels are done, from a query and from cudaFree. But
// neither writes out what they printed.
#include <cstdio>

__global__ void count(int* numbers) { printf("%d numbers\n", ++*numbers); }

int main() {
  int* numbers;
  cudaStream_t stream;
  cudaMalloc(&numbers, sizeof(int));
  cudaMemset(numbers, 0, sizeof(int));
  cudaStreamCreate(&stream);
  count<<<1, 1, 0, stream>>>(numbers);
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  cudaStreamDestroy(stream);
  cudaFree(numbers);
}
