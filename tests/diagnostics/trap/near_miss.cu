// SPDX-License-Identifier: MIT
// The trap is there, but no thread runs it. And blocks that do wait for each
// other.
#include <cooperative_groups.h>

__global__ void check(int length) {
  if (length < 0) __trap();
}

__global__ void step(int* out) {
  out[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  out[blockIdx.x + 2] = out[1 - blockIdx.x];
}

int main() {
  check<<<1, 32>>>(1);
  int* out;
  cudaMalloc(&out, 4 * sizeof *out);
  void* arguments[] = {&out};
  cudaLaunchCooperativeKernel(step, 2, 1, arguments);
  cudaDeviceSynchronize();
  cudaFree(out);
}
