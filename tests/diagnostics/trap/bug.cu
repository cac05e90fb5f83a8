// SPDX-License-Identifier: MIT
// A negative length is refused by a trap.
__global__ void check(int length) {
  if (length < 0) __trap();
}

int main() {
  check<<<1, 32>>>(-1);
  cudaDeviceSynchronize();
}
