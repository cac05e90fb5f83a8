// SPDX-License-Identifier: MIT
// Every thread passes the assertion.
#include <cassert>

__global__ void check(int n) { assert(int(threadIdx.x) < n); }

int main() {
  check<<<1, 32>>>(32);
  cudaDeviceSynchronize();
}
