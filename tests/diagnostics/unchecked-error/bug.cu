// SPDX-License-Identifier: MIT
// There is no device 1: the call fails, and the program goes on with device 0.
#include <cstdio>

int main() {
  int device = -1;
  cudaSetDevice(1);
  cudaGetDevice(&device);
  std::printf("%d\n", device);
}

/* report:
warning[unchecked-error]: `cudaSetDevice` failed with cudaErrorInvalidDevice,
  and the program did not read the error
  = host:  in main
  = text:  invalid device ordinal
  = type:  CUDA_CHECK(cudaSetDevice(...)) from common/cuda_check.h stops the
           program here
  = why:   what a failed call should have done is not done; results that need it
           are wrong
  = note:  cudaGetLastError, cudaPeekAtLastError and cudaGetErrorString count as
           reading; whether a returned value was compared cannot be seen
  = learn: docs/diagnostics/unchecked-error.md
*/
