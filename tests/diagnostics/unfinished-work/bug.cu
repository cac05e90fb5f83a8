// SPDX-License-Identifier: MIT
// The last step and a copy of its result are given to the device, and main
// returns.
__device__ float values[32], saved[32];

__global__ void step() { values[threadIdx.x] += 1; }

int main() {
  void *from, *to;
  cudaGetSymbolAddress(&from, values);
  cudaGetSymbolAddress(&to, saved);
  step<<<1, 32>>>();
  cudaMemcpyAsync(to, from, sizeof saved, cudaMemcpyDeviceToDevice);
}
