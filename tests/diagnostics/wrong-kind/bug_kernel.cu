// SPDX-License-Identifier: MIT
// A kernel frees memory that cudaMalloc made.
#include <cstdlib>

__global__ void give_back(int* data) { free(data); }

int main() {
  int* data;
  cudaMalloc(&data, 64);
  give_back<<<1, 1>>>(data);
  cudaDeviceSynchronize();
}
