// SPDX-License-Identifier: MIT
// Managed memory given back in a stream.
#include <cstdio>

int main() {
  int* managed;
  cudaMallocManaged(&managed, 64);
  const cudaError_t error = cudaFreeAsync(managed, nullptr);
  std::printf("%s\n", cudaGetErrorName(error));
  cudaFree(managed);
}

/* report:
error[wrong-kind]: `cudaFreeAsync` is given `cudaMallocManaged #1`, managed
  memory
  = host:  in main
  = type:  cudaFree(pointer)
  = why:   managed memory is no stream's: cudaFreeAsync refuses it, and it is
           kept
  = learn: docs/diagnostics/wrong-kind.md
*/
