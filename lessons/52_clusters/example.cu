// SPDX-License-Identifier: MIT
// 16 bins in the shared memory of the four blocks of a cluster, four in each.
// Every block counts its own values, wherever their bins lie.
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/device_buffer.h"

namespace cg = cooperative_groups;

constexpr int kBins = 16, kBlocks = 4, kPart = kBins / kBlocks, kThreads = 32;

/// added[block][owner] = how often `block` added to the memory of `owner`.
__global__ void __cluster_dims__(kBlocks)
    count_values(const int* values, unsigned* bins, unsigned* added) {
  __shared__ unsigned part[kPart], to[kBlocks];
  const cg::cluster_group cluster = cg::this_cluster();
  const int me = cluster.block_rank();
  if (threadIdx.x < kBlocks) to[threadIdx.x] = 0;
  if (threadIdx.x < kPart) part[threadIdx.x] = 0;
  cluster.sync();
  const int v = values[me * kThreads + threadIdx.x];
  atomicAdd(&cluster.map_shared_rank(part, v / kPart)[v % kPart], 1u);
  atomicAdd(&to[v / kPart], 1u);
  cluster.sync();
  if (threadIdx.x < kPart) bins[me * kPart + threadIdx.x] = part[threadIdx.x];
  if (threadIdx.x < kBlocks)
    added[me * kBlocks + threadIdx.x] = to[threadIdx.x];
}

int main() {
  std::vector<int> values;
  for (int i = 0; i < kBlocks * kThreads; ++i) values.push_back(i * i % kBins);
  const lockstep::DeviceBuffer<int> in(values);
  const lockstep::DeviceBuffer<unsigned> bins(kBins), added(kBlocks * kBlocks);
  const lockstep::Recording recording;
  count_values<<<kBlocks, kThreads>>>(in.data(), bins.data(), added.data());
  const std::vector<unsigned> counts = bins.download();
  const std::vector<unsigned> all = added.download();
  std::printf("128 squares, modulo 16\nbin   ");
  for (int v = 0; v < kBins; ++v) std::printf("%3d", v);
  std::printf("\ncount ");
  for (const unsigned count : counts) std::printf("%3u", count);
  std::printf("\nblock ");
  for (int v = 0; v < kBins; ++v) std::printf("%3d", v / kPart);
  for (int b = 0; b < kBlocks; ++b) {
    std::printf("\nblock %d adds to block 0, 1, 2, 3: ", b);
    for (int o = 0; o < kBlocks; ++o) std::printf("%3u", all[b * kBlocks + o]);
  }
  std::printf("\n");
  if (!lockstep::counters_available()) return 0;
  std::printf("atomic requests to global memory: %d\n",
              int(recording.total().global_atomic.requests));
}
