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
