// SPDX-License-Identifier: MIT
// What blocks without work cost: the solution of lesson 02 with its own grid,
// and with larger ones. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/02_many_blocks_and_a_guard
//     bench/02_spare_blocks.cu -o /tmp/spare_blocks && /tmp/spare_blocks
#include "solutions/02_many_blocks_and_a_guard/solution.cu"

#include <cstdio>

#include "bench/timing.h"
#include "common/device_buffer.h"

int main() {
  constexpr int kSamples = 1 << 24, kThreads = 256;
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d samples, %d threads per block\n", device.name, kSamples,
              kThreads);
  const std::vector<float> zeros(kSamples);
  const lockstep::DeviceBuffer<float> left(zeros), right(zeros), sum(kSamples);
  const int blocks = blocks_for(kSamples, kThreads);
  for (const int grid : {blocks, blocks + 1, 2 * blocks, 16 * blocks}) {
    const double ms = median_ms(31, 1, [&] {
      mix_sample<<<grid, kThreads>>>(left.data(), right.data(), sum.data(),
                                     kSamples);
    });
    std::printf("%8d blocks  %7.1f us\n", grid, 1000 * ms);
  }
}
