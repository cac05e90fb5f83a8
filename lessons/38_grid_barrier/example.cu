// SPDX-License-Identifier: MIT
// Two counters for the blocks that come to a barrier, three rounds each: one is
// set back to 0 by the last block of a round, one only grows. Nobody waits
// there: the table shows what each block is told when it arrives. Then three
// blocks do wait, once.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kBlocks = 8, kThreads = 64, kRounds = 3;

/// told[counter][round][block]; both counters begin at 0.
__global__ void come(unsigned* counters, unsigned* told) {
  if (threadIdx.x != 0) return;
  for (int round = 0; round < kRounds; ++round) {
    const int place = round * kBlocks + blockIdx.x;
    // Adds 1, or stores 0 where the old value is gridDim.x - 1.
    told[place] = atomicInc(&counters[0], gridDim.x - 1);
    told[kRounds * kBlocks + place] = atomicAdd(&counters[1], 1);
  }
}

/// sums[block] = 1 + 2 + ... of what all blocks store; they wait for it once.
__global__ void wait_once(unsigned* counter, unsigned* values, unsigned* sums) {
  if (threadIdx.x != 0) return;
  values[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  atomicAdd(counter, 1);
  const volatile unsigned* now = counter;
  while (*now < gridDim.x) {
  }
  __threadfence();
  unsigned sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += values[b];  // after the wait
  sums[blockIdx.x] = sum;
}

void print(const char* title, const unsigned* told) {
  std::printf("%s\n        ", title);
  for (int block = 0; block < kBlocks; ++block) std::printf("  b%d", block);
  std::printf("\n");
  for (int round = 0; round < kRounds; ++round) {
    std::printf("round %d ", round + 1);
    for (int block = 0; block < kBlocks; ++block) {
      std::printf(" %3u", told[round * kBlocks + block]);
    }
    std::printf("\n");
  }
}

int main() {
  const lockstep::DeviceBuffer<unsigned> counters(std::vector<unsigned>{0, 0});
  const lockstep::DeviceBuffer<unsigned> told(2 * kRounds * kBlocks);
  come<<<kBlocks, kThreads>>>(counters.data(), told.data());
  CUDA_CHECK(cudaGetLastError());
  const auto all = told.download();
  print("old value of a counter that goes back to 0", all.data());
  print("\nold value of a counter that only grows", &all[kRounds * kBlocks]);

  constexpr int kFew = 3;
  const lockstep::DeviceBuffer<unsigned> counter(std::vector<unsigned>{0});
  const lockstep::DeviceBuffer<unsigned> values(kFew), sums(kFew);
  wait_once<<<kFew, 32>>>(counter.data(), values.data(), sums.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("\n%d blocks wait once, then add 1 + 2 + 3:", kFew);
  for (const unsigned sum : sums.download()) std::printf(" %u", sum);
  std::printf("\n");
}
