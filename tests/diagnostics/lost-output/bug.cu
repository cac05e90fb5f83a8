// SPDX-License-Identifier: MIT
// The first program of everybody.
#include <cstdio>

__global__ void hello() { printf("Hello from thread %u!\n", threadIdx.x); }

int main() { hello<<<1, 4>>>(); }

/* report:
warning[lost-output]: the program ends, and no call wrote out what 1 kernel
  printed
  = text:  `Hello from thread 0!`
  = left:  kernel `hello()`, in main
  = type:  CUDA_CHECK(cudaDeviceSynchronize()) from common/cuda_check.h before
           the end
  = why:   a GPU keeps what a kernel prints in a buffer; only some calls write
           it out, and the end of the program does not
  = learn: docs/diagnostics/lost-output.md
*/
