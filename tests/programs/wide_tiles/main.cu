// SPDX-License-Identifier: MIT
// Collectives of tiles of more than 32 threads: the library hands values from
// warp to warp through shared memory, which the program gives it or, since
// sm_80, the library keeps for itself.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;

constexpr int kThreads = 512, kKinds = 8;

template <class Tile>
__device__ void use(const Tile& tile, int* out) {
  const auto block = cg::this_thread_block();
  const int i = static_cast<int>(block.thread_rank());
  const auto rank = static_cast<int>(tile.thread_rank());
  __shared__ int row[kThreads];
  out[i] = cg::reduce(tile, i, cg::plus<int>());
  out[kThreads + i] = cg::reduce(tile, i * 7 % 311, cg::greater<int>());
  out[2 * kThreads + i] = cg::inclusive_scan(tile, i);
  out[3 * kThreads + i] = cg::exclusive_scan(tile, 3);
  out[4 * kThreads + i] = 0;
  for (unsigned source = 0; source < tile.size(); source += 21)
    out[4 * kThreads + i] += tile.shfl(i * 5, source);
  out[5 * kThreads + i] = tile.any(rank == 40) * 2 + tile.all(rank < 64);
  row[i] = i;
  tile.sync();
  out[6 * kThreads + i] = row[i ^ 33];
  tile.sync();
  row[i] = -i;
  tile.sync();
  out[7 * kThreads + i] = row[i ^ 63];
}

template <int kSize>
__global__ void use_tiles(int* out) {
  __shared__ cg::block_tile_memory<kThreads> memory;
  use(cg::tiled_partition<kSize>(cg::this_thread_block(memory)), out);
}

void run(const char* name, void (*kernel)(int*)) {
  static int host[kKinds * kThreads];
  int* device;
  CUDA_CHECK(cudaMalloc(&device, sizeof(host)));
  kernel<<<1, kThreads>>>(device);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost));
  std::printf("%s\n", name);
  for (int kind = 0; kind < kKinds; ++kind) {
    unsigned sum = 0;
    for (int i = 0; i < kThreads; ++i)
      sum = sum * 31 + static_cast<unsigned>(host[kind * kThreads + i]);
    for (int i : {0, 33, 95, 300, 511})
      std::printf("%d ", host[kind * kThreads + i]);
    std::printf("%08x\n", sum);
  }
  CUDA_CHECK(cudaFree(device));
}

int main() {
  run("64", use_tiles<64>);
  run("128", use_tiles<128>);
  run("256", use_tiles<256>);
  run("512", use_tiles<512>);
}
