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
