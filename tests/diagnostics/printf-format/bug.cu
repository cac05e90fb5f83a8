// SPDX-License-Identifier: MIT
// A size with the length that the host's printf has for it.
#include <cstdio>

__global__ void report(size_t count, int rest) {
  printf("%zu elements, %d left\n", count, rest);
}

int main() {
  report<<<1, 1>>>(1000, 24);
  cudaDeviceSynchronize();
}
