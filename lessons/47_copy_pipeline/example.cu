// SPDX-License-Identifier: MIT
// A block of 64 threads adds up an array that comes in tiles of 64 ints, by
// cp.async and a ring of 2 to 6 slots. Prints how much is in flight after the
// wait for a tile.
#include <cuda_pipeline.h>

#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

constexpr int kThreads = 64;

/// Each thread's sum of all values.
template <int kStages>
__global__ void add_up(const int* in, int* sums, int tiles) {
  __shared__ int ring[kStages][kThreads];
  const int t = threadIdx.x;
  const auto ask = [&](int tile) {
    if (tile < tiles) {
      __pipeline_memcpy_async(&ring[tile % kStages][t],
                              &in[tile * kThreads + t], sizeof(int));
    }
    __pipeline_commit();
  };
  for (int tile = 0; tile < kStages - 1; ++tile) ask(tile);
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    ask(tile + kStages - 1);
    for (int i = 0; i < kThreads; ++i) sum += ring[tile % kStages][i];
  }
  sums[t] = sum;
}

void show(const char* name, void (*kernel)(const int*, int*, int), int tiles) {
  std::vector<int> values(tiles * kThreads);
  for (size_t i = 0; i < values.size(); ++i) values[i] = int(i % 10);
  const DeviceBuffer<int> in(values), sums(kThreads);
  const lockstep::Recording recording;
  kernel<<<1, kThreads>>>(in.data(), sums.data(), tiles);
  CUDA_CHECK(cudaGetLastError());
  std::printf("%-9s %5d %7d", name, tiles, sums.download()[0]);
  if (lockstep::counters_available()) {
    const SimtLaunch one = recording.list()[0];
    const double warps = kThreads / 32;
    std::printf(" %17.0f",
                warps * double(one.copy_bytes_left) / double(one.copy_waits));
  }
  std::printf("\n");
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  std::printf("%-9s %5s %7s %17s\n", "", "tiles", "sum", "bytes in flight");
  for (int tiles : {3, 64, 512}) {
    show("2 stages", add_up<2>, tiles);
    show("3 stages", add_up<3>, tiles);
    show("6 stages", add_up<6>, tiles);
  }
}
