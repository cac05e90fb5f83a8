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

/* report:
warning[lost-output]: the program ends, and no call wrote out what 1 kernel
  printed
  = text:  `1 numbers`
  = left:  kernel `count(int*)`, in main
  = type:  CUDA_CHECK(cudaDeviceSynchronize()) from common/cuda_check.h before
           the end
  = why:   a GPU keeps what a kernel prints in a buffer; only some calls write
           it out, and the end of the program does not
  = learn: docs/diagnostics/lost-output.md
*/
