// SPDX-License-Identifier: MIT
// A lock with tickets: the next one is called only by even threads.
__device__ unsigned tickets = 0;
__device__ volatile unsigned serving = 0;

__global__ void serve() {
  const unsigned mine = atomicAdd(&tickets, 1);
  unsigned rounds = 0;
  while (serving != mine) {
    ++rounds;
  }
  if (threadIdx.x % 2 == 0) serving = mine + 1;
}

int main() {
  serve<<<1, 32>>>();
  cudaDeviceSynchronize();
}
