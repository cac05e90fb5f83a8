// SPDX-License-Identifier: MIT
// A lock with tickets whose last holder calls the next one.
__device__ unsigned tickets = 0;
__device__ unsigned serving = 0;

__global__ void serve() {
  const unsigned mine = atomicAdd(&tickets, 1);
  while (atomicAdd(&serving, 0) != mine) {
  }
  __threadfence();
  atomicExch(&serving, mine + 1);
}

int main() {
  serve<<<4, 96>>>();
  cudaDeviceSynchronize();
}
