// SPDX-License-Identifier: MIT
// A rumour in a block of two warps. A thread that knows it tells the one kStep
// places on. In each round all look, all wait, some note, all wait. The first
// of the two barriers also counts: every thread gets the same number.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kBlock = 64, kStep = 32, kRounds = 8;

__global__ void spread(int* news) {  // kRounds
  __shared__ int known[kBlock];
  const int t = threadIdx.x;
  known[t] = t < kStep;
  __syncthreads();
  for (int round = 0; round < kRounds; ++round) {
    int heard = 0;
    if (t >= kStep && !known[t]) heard = known[t - kStep];
    const int all = __syncthreads_count(heard);
    if (heard) known[t] = 1;
    if (t == 0) news[round] = all;
    if (all == 0) break;  // all threads leave in the same round
    __syncthreads();      // wait for the notes
  }
}

int main() {
  const lockstep::DeviceBuffer<int> news(kRounds);
  spread<<<1, kBlock>>>(news.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("round  heard it now  know it\n");
  int know = kStep, round = 0;
  for (const int now : news.download()) {
    if (now < 0) break;  // not written: the block had left
    std::printf("%5d %13d %8d\n", ++round, now, know += now);
  }
}
