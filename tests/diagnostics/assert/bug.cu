// SPDX-License-Identifier: MIT
// Threads 20 to 31 fail the assertion.
#include <cassert>

__global__ void check(int n) { assert(int(threadIdx.x) < n); }

int main() {
  check<<<1, 32>>>(20);
  cudaDeviceSynchronize();
}
