// SPDX-License-Identifier: MIT
// Cooperative groups inside a block: tiles of several sizes, reduce, scan,
// groups of the active lanes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;

constexpr int kThreads = 96;

__global__ void use_tiles(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const int i = static_cast<int>(block.thread_rank());
  const auto eight = cg::tiled_partition<8>(block);
  const auto warp = cg::tiled_partition<32>(block);
  out[i] = cg::reduce(eight, i, cg::plus<int>());
  out[kThreads + i] = cg::reduce(warp, i * 7 % 31, cg::greater<int>());
  out[2 * kThreads + i] = cg::inclusive_scan(warp, 1);
  out[3 * kThreads + i] =
      static_cast<int>(eight.meta_group_rank() * 100 + eight.thread_rank());
  out[4 * kThreads + i] = eight.shfl(i, 3);
  __shared__ int counted;
  if (i == 0) counted = 0;
  block.sync();
  if (i % 5 == 0) {  // in one group for each warp, or in several
    const cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0)
      atomicAdd(&counted, static_cast<int>(active.size()));
  }
  block.sync();
  out[5 * kThreads + i] = counted;
  out[6 * kThreads + i] = out[kThreads - 1 - i];
}

int main() {
  int *device, host[7 * kThreads];
  CUDA_CHECK(cudaMalloc(&device, sizeof(host)));
  use_tiles<<<1, kThreads>>>(device);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost));
  for (int kind = 0; kind < 7; ++kind) {
    for (int i : {0, 5, 40, 95}) std::printf("%d ", host[kind * kThreads + i]);
    std::printf("\n");
  }
  CUDA_CHECK(cudaFree(device));
}
