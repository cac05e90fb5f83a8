// SPDX-License-Identifier: MIT
// Each thread writes the number of its block. The array has 10 places; the two
// after them belong to somebody else. A dot is a place that no thread wrote.
#include <cstdio>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

// kernel-begin
__global__ void write_block(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = blockIdx.x;
}
// kernel-end

constexpr int kOurs = 10, kOthers = 2;

void show(int blocks, int threads) {
  // Every int is -1 at first.
  const lockstep::DeviceBuffer<int> out(kOurs + kOthers);
  // launch-begin
  write_block<<<blocks, threads>>>(out.data());
  // launch-end
  CUDA_CHECK(cudaGetLastError());
  std::printf("<<<%d, %d>>>  ", blocks, threads);
  int place = 0;
  for (int block : out.download()) {
    if (place++ == kOurs) std::printf("  |");
    block < 0 ? std::printf("  .") : std::printf(" %2d", block);
  }
  std::printf("\n");
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  show(2, 4);
  show(3, 4);
  show(4, 3);
}
