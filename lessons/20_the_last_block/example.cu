// SPDX-License-Identifier: MIT
// Four blocks make 1, 2, 3 and 4, and somebody must add them up. Who may? Here
// the order in which the blocks finish can be chosen: each waits for its turn.
// All shared words are touched by atomics only, so every output is an answer.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kBlocks = 4;

struct Shared {
  int turn, finished;
  int parts[kBlocks];
};

__device__ int add_parts(Shared* shared) {
  int sum = 0;
  for (int& part : shared->parts) sum += atomicAdd(&part, 0);
  return sum;
}

/// place[b]: when block b finishes, 0 is first. sums[0]: added up by the block
/// of the highest number; sums[1]: by the block that counts itself as the last.
__global__ void finish_in_order(const int* place, Shared* shared, int* sums) {
  const int block = blockIdx.x;
  while (atomicAdd(&shared->turn, 0) != place[block]) {
  }
  atomicExch(&shared->parts[block], block + 1);
  if (block == kBlocks - 1) sums[0] = add_parts(shared);
  const int before_me = atomicAdd(&shared->finished, 1);
  if (before_me == kBlocks - 1) sums[1] = add_parts(shared);
  atomicAdd(&shared->turn, 1);
}

int main() {
  std::printf("order of finishing   block %d adds   the last to finish adds\n",
              kBlocks - 1);
  for (const std::vector<int>& order : std::vector<std::vector<int>>{
           {0, 1, 2, 3}, {1, 3, 0, 2}, {3, 2, 1, 0}}) {
    std::vector<int> place(kBlocks);
    for (int i = 0; i < kBlocks; ++i) place[order[i]] = i;
    const lockstep::DeviceBuffer<int> places(place), sums(2);
    const lockstep::DeviceBuffer<Shared> shared(std::vector<Shared>(1));
    finish_in_order<<<kBlocks, 1>>>(places.data(), shared.data(), sums.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<int> got = sums.download();
    for (const int block : order) std::printf("%d ", block);
    std::printf("%26d %20d\n", got[0], got[1]);
  }
}
