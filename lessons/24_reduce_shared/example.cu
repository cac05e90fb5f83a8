// SPDX-License-Identifier: MIT
// 256 sums lie in shared memory. To add them up, a block of 256 threads adds
// pairs: 128 of them, then 64, 32, ... 1. Which thread adds which pair? Three
// ways, step by step: how many warps have work, and how many wavefronts their
// loads from shared memory take.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kThreads = 256;

// A step has `pairs` pairs to add. work() says whether thread t has one,
// left() and right() where its two values lie.
struct Neighbours {  // 0+1, 2+3, ...: the thread stays where its value is
  static __device__ bool work(int t, int pairs) {
    return t % (kThreads / pairs) == 0;
  }
  static __device__ int left(int t, int) { return t; }
  static __device__ int right(int t, int pairs) {
    return t + kThreads / pairs / 2;
  }
};
struct Packed {  // the same pairs, but for the first threads of the block
  static __device__ bool work(int t, int pairs) { return t < pairs; }
  static __device__ int left(int t, int pairs) { return kThreads / pairs * t; }
  static __device__ int right(int t, int pairs) {
    return kThreads / pairs * t + kThreads / pairs / 2;
  }
};
struct Halves {  // the first half plus the second half
  static __device__ bool work(int t, int pairs) { return t < pairs; }
  static __device__ int left(int t, int) { return t; }
  static __device__ int right(int t, int pairs) { return t + pairs; }
};

/// One step alone: *total = the sum of all loaded values.
template <typename Way>
__global__ void one_step(int* total, int pairs) {
  __shared__ int values[kThreads];
  const int t = threadIdx.x;
  values[t] = t;
  __syncthreads();
  if (!Way::work(t, pairs)) return;  // no barrier follows
  atomicAdd(total, values[Way::left(t, pairs)] + values[Way::right(t, pairs)]);
}

template <typename Way>
void show(int pairs) {
  const lockstep::DeviceBuffer<int> total(std::vector<int>{0});
  const lockstep::Recording recording;
  one_step<Way><<<1, kThreads>>>(total.data(), pairs);
  CUDA_CHECK(cudaGetLastError());
  total.download();
  const SimtTraffic load = recording.total().shared_load;
  std::printf("  %6d %10d", static_cast<int>(load.requests / 2),
              static_cast<int>(load.wavefronts));
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  if (!lockstep::counters_available()) {
    std::printf("A GPU does not count. Type ./learn run 24 without --gpu.\n");
    return 0;
  }
  std::printf("%5s  %17s  %17s  %17s\n", "", "neighbours", "packed", "halves");
  std::printf("pairs");
  for (int way = 0; way < 3; ++way) {
    std::printf("  %6s %10s", "warps", "wavefronts");
  }
  std::printf("\n");
  for (int pairs = kThreads / 2; pairs > 0; pairs /= 2) {
    std::printf("%5d", pairs);
    show<Neighbours>(pairs);
    show<Packed>(pairs);
    show<Halves>(pairs);
    std::printf("\n");
  }
}
