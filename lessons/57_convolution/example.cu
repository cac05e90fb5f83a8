// SPDX-License-Identifier: MIT
// FILL: what this example shows and what it prints.
#include <cstdio>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kThreads = 32;  // a block
constexpr int kBlocks = 2;

__global__ void store_index(int* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  out[i] = i;
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  const lockstep::DeviceBuffer<int> out(kBlocks * kThreads);
  store_index<<<kBlocks, kThreads>>>(out.data());
  CUDA_CHECK(cudaGetLastError());
  const auto got = out.download();
  std::printf("first %d, last %d\n", got.front(), got.back());
}
