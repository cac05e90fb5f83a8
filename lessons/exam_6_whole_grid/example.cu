// SPDX-License-Identifier: MIT
// One question of a grid to all of its blocks: has anybody something to say?
// Some blocks set a flag, the grid waits, and then every block looks.
#include <cooperative_groups.h>

#include <cstdio>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kBlocks = 3, kThreads = 64;

__device__ int said;

/// heard[block] = 1 when any block said something; `speaker` is the block that
/// does, -1: none.
__global__ void ask(int speaker, int* heard) {
  const auto grid = cooperative_groups::this_grid();
  if (threadIdx.x == 0 && int(blockIdx.x) == speaker) atomicOr(&said, 1);
  grid.sync();  // all have spoken
  if (threadIdx.x == 0) heard[blockIdx.x] = atomicOr(&said, 0);
}

int main() {
  std::printf("speaker    heard by block 0, 1, 2\n");
  for (int speaker = -1; speaker < kBlocks; ++speaker) {
    const int nobody = 0;
    CUDA_CHECK(cudaMemcpyToSymbol(said, &nobody, sizeof nobody));
    const lockstep::DeviceBuffer<int> heard(kBlocks);
    int* to = heard.data();
    void* arguments[] = {&speaker, &to};
    CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(ask),
                                           kBlocks, kThreads, arguments, 0, 0));
    const auto all = heard.download();
    if (speaker < 0) {
      std::printf("nobody    ");
    } else {
      std::printf("block %d   ", speaker);
    }
    for (const int one : all) std::printf(" %d", one);
    std::printf("\n");
  }
}
