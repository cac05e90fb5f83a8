// SPDX-License-Identifier: MIT
// There is no device 1: the call fails, and the program goes on with device 0.
#include <cstdio>

int main() {
  int device = -1;
  cudaSetDevice(1);
  cudaGetDevice(&device);
  std::printf("%d\n", device);
}
