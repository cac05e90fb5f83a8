// SPDX-License-Identifier: MIT
// The second allocation fails. The program looks at neither error.
#include <cstdio>

#include "../../../common/counters.h"

int main() {
  lockstep::fail_call(2);
  int *a, *b = nullptr;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&b, 32 * sizeof(int));
  std::printf("%d\n", b != nullptr);
  cudaFree(a);
}

/* report:
warning[injected-fault]: `cudaMalloc` returned cudaErrorMemoryAllocation,
  because fail_call(2) asked for it
  = host:  in main
  = text:  out of memory
  = why:   it is number 2 of the calls that can fail; it did nothing
  = learn: docs/diagnostics/injected-fault.md

warning[unchecked-error]: `cudaMalloc` failed with cudaErrorMemoryAllocation,
  and the program did not read the error
  = host:  in main
  = text:  out of memory
  = type:  CUDA_CHECK(cudaMalloc(...)) from common/cuda_check.h stops the
           program here
  = why:   what a failed call should have done is not done; results that need it
           are wrong
  = note:  cudaGetLastError, cudaPeekAtLastError and cudaGetErrorString count as
           reading; whether a returned value was compared cannot be seen
  = learn: docs/diagnostics/unchecked-error.md
*/
