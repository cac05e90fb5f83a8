// SPDX-License-Identifier: MIT
// Memory of the device goes to free() of the host.
#include <cstdlib>

int main() {
  void* data;
  cudaMalloc(&data, 64);
  std::free(data);
}

/* report:
error[wrong-kind]: free() of the host is given `cudaMalloc #1`, memory of the
  device
  = host:  in main
  = type:  cudaFree(pointer)
  = why:   free and delete give back only what malloc and new returned; memory
           of the CUDA runtime has calls of its own
  = learn: docs/diagnostics/wrong-kind.md
*/
