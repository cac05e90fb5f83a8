// SPDX-License-Identifier: MIT
// Every error is read: by cudaGetLastError, by cudaPeekAtLastError, or to
// print its text.
#include <cstdio>

int main() {
  int* data;
  cudaMalloc(&data, 64);
  cudaMalloc(&data, size_t{1} << 50);
  if (cudaGetLastError() != cudaSuccess) cudaMalloc(&data, 32);
  cudaFree(data);
  cudaMemset(nullptr, 0, 4);
  if (cudaPeekAtLastError() == cudaSuccess) exit(1);
  const cudaError_t error = cudaSetDevice(99);
  std::printf("%s\n", cudaGetErrorString(error));
  cudaDeviceReset();
}
