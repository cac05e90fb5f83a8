// SPDX-License-Identifier: MIT
// The trap is there, but no thread runs it.
__global__ void check(int length) {
  if (length < 0) __trap();
}

int main() {
  check<<<1, 32>>>(1);
  cudaDeviceSynchronize();
}
