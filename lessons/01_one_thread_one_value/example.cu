// SPDX-License-Identifier: MIT
// One launch starts 8 threads, another one starts 3. Each thread writes the
// square of its number; a dot is a place that no thread wrote.
#include <cstdio>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

// kernel-begin
__global__ void write_square(int* out) {
  out[threadIdx.x] = threadIdx.x * threadIdx.x;
}
// kernel-end

constexpr int kPlaces = 8;

void show(int threads) {
  const lockstep::DeviceBuffer<int> out(kPlaces);  // every int is -1 at first
  // launch-begin
  write_square<<<1, threads>>>(out.data());
  // launch-end
  CUDA_CHECK(cudaGetLastError());
  std::printf("<<<1, %d>>>  ", threads);
  for (int square : out.download()) {
    square < 0 ? std::printf("  .") : std::printf(" %2d", square);
  }
  std::printf("\n");
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  show(8);
  show(3);
}
