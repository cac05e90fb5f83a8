// SPDX-License-Identifier: MIT
// Who is in a group? Each thread asks the runtime for its place in three
// groups, waits for the whole grid, and reads what the last block wrote. Then
// the launches that cannot work, and what the runtime says.
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace cg = cooperative_groups;

constexpr int kThreads = 64;

/// places[4 * block ...] = rank of the block's last thread in its warp-sized
/// tile, in its block and in the grid; then what the last block wrote.
__global__ void places(int* places, int* written) {
  const auto block = cg::this_thread_block();
  const auto grid = cg::this_grid();
  const auto tile = cg::tiled_partition<32>(block);
  if (grid.thread_rank() == grid.size() - 1) *written = 4711;
  grid.sync();  // without it: a race with the reads below
  if (block.thread_rank() == block.size() - 1) {
    int* const mine = places + 4 * blockIdx.x;
    mine[0] = tile.thread_rank();
    mine[1] = block.thread_rank();
    mine[2] = int(grid.thread_rank());
    mine[3] = *written;
  }
}

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  int resident = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, places,
                                                           kThreads, 0));
  const int most = device.multiProcessorCount * resident;
  std::printf("%s: %d multiprocessors x %d blocks = at most %d blocks\n\n",
              device.name, device.multiProcessorCount, resident, most);

  constexpr int kBlocks = 3;
  const lockstep::DeviceBuffer<int> ranks(4 * kBlocks), written(1);
  int *to = ranks.data(), *flag = written.data();
  void* arguments[] = {&to, &flag};
  const auto launch = [&](int blocks) {
    return cudaLaunchCooperativeKernel(reinterpret_cast<void*>(places), blocks,
                                       kThreads, arguments, 0, 0);
  };
  CUDA_CHECK(launch(kBlocks));
  std::printf(
      "last thread of   in its tile  in its block  in the grid  reads\n");
  const auto got = ranks.download();
  for (int block = 0; block < kBlocks; ++block) {
    const int* mine = got.data() + 4 * block;
    std::printf("block %d          %11d %13d %12d %6d\n", block, mine[0],
                mine[1], mine[2], mine[3]);
  }

  const cudaError_t error = launch(most + 1);
  std::printf("\n%d blocks, cooperative: error %d, %s\n", most + 1, int(error),
              cudaGetErrorName(error));
  cudaGetLastError();  // takes the error away: it belongs to that one launch
}
