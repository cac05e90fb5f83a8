// SPDX-License-Identifier: MIT
// Two warps want to meet, each at a barrier of another number.
__global__ void meet() {
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
  }
}

int main() {
  meet<<<1, 64>>>();
  cudaDeviceSynchronize();
}
