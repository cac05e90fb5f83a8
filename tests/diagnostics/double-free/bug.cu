// SPDX-License-Identifier: MIT
// Both the function that fails and its caller free the buffer.
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

bool work(int* buffer) {
  fill<<<1, 32>>>(buffer);
  if (cudaDeviceSynchronize() == cudaSuccess) return true;
  cudaFree(buffer);
  return false;
}

void finish(int* buffer) { cudaFree(buffer); }

int main() {
  int* buffer;
  cudaMalloc(&buffer, 32 * sizeof(int));
  if (work(buffer)) finish(buffer);
  cudaFree(buffer);
}

/* report:
error[double-free]: `cudaFree` is given `cudaMalloc #1`, which is freed already
  = host:  in main
  = first: cudaFree in main
  = why:   memory is given back once; after that the device may give its address
           to somebody else, and a second call would free that
  = learn: docs/diagnostics/double-free.md
*/
