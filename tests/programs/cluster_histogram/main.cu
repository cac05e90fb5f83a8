// SPDX-License-Identifier: MIT
// Distributed shared memory: a histogram whose bins lie in all blocks of a
// cluster, and a sum that the blocks of a cluster hand to the first of them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;

constexpr int kBins = 1000, kThreads = 128, kValues = 20000;

// Bin b lies in block b / per_block of the cluster.
__global__ void histogram(const int* values, int count, int per_block,
                          int* total) {
  extern __shared__ int bins[];
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < per_block; i += blockDim.x) bins[i] = 0;
  cluster.sync();
  for (int i = cg::this_grid().thread_rank(); i < count;
       i += cg::this_grid().size()) {
    const int bin = values[i] % kBins;
    int* there = cluster.map_shared_rank(bins, bin / per_block);
    atomicAdd(there + bin % per_block, 1);
  }
  cluster.sync();
  const int first = cluster.block_rank() * per_block;
  for (int i = threadIdx.x; i < per_block && first + i < kBins; i += blockDim.x)
    atomicAdd(total + first + i, bins[i]);
}

// Each block adds its values; the first of its cluster adds their sums.
__global__ void sums(const int* values, int count, long long* out) {
  __shared__ long long partial, all[8];
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  if (threadIdx.x == 0) partial = 0;
  cluster.sync();  // the first block has started
  long long mine = 0;
  for (int i = cg::this_grid().thread_rank(); i < count;
       i += cg::this_grid().size())
    mine += values[i];
  mine = cg::reduce(warp, mine, cg::plus<long long>());
  if (warp.thread_rank() == 0)
    atomicAdd(reinterpret_cast<unsigned long long*>(&partial),
              static_cast<unsigned long long>(mine));
  block.sync();
  if (threadIdx.x == 0)
    *cluster.map_shared_rank(&all[cluster.block_rank()], 0) = partial;
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    long long sum = 0;
    for (unsigned b = 0; b < cluster.num_blocks(); ++b) sum += all[b];
    out[blockIdx.x / cluster.num_blocks()] = sum;
  }
}

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), int blocks, int cluster,
            size_t shared, Arguments... arguments) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(kThreads);
  config.dynamicSmemBytes = shared;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
  CUDA_CHECK(cudaDeviceSynchronize());
}

int main() {
  int *values, *total;
  long long* out;
  CUDA_CHECK(cudaMallocManaged(&values, kValues * sizeof(int)));
  CUDA_CHECK(cudaMallocManaged(&total, kBins * sizeof(int)));
  CUDA_CHECK(cudaMallocManaged(&out, 64 * sizeof(long long)));
  std::vector<int> expected(kBins);
  long long whole = 0;
  for (int i = 0; i < kValues; ++i) {
    values[i] = static_cast<int>(i * 2654435761u >> 8);
    ++expected[values[i] % kBins];
    whole += values[i];
  }
  for (const int cluster : {1, 2, 4, 8}) {
    for (int i = 0; i < kBins; ++i) total[i] = 0;
    const int per_block = (kBins + cluster - 1) / cluster;
    launch(histogram, 16, cluster, per_block * sizeof(int), values, kValues,
           per_block, total);
    int wrong = 0;
    for (int i = 0; i < kBins; ++i) wrong += total[i] != expected[i];
    launch(sums, 16, cluster, 0, values, kValues, out);
    long long sum = 0;
    for (int i = 0; i < 16 / cluster; ++i) sum += out[i];
    std::printf("clusters of %d: %d bins are wrong, bin 0 has %d, sum %s\n",
                cluster, wrong, total[0], sum == whole ? "right" : "wrong");
  }
  CUDA_CHECK(cudaFree(out));
  CUDA_CHECK(cudaFree(total));
  CUDA_CHECK(cudaFree(values));
}
