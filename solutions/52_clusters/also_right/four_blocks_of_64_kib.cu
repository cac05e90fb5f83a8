// SPDX-License-Identifier: MIT
// Clusters of four blocks: dynamic shared memory of 64 KiB each.

constexpr int kBlocks = 4, kEach = kBins / kBlocks;

/// Counts in the shared memory of its cluster, then adds that to `bins`, which
/// are 0 at first.
__global__ void __cluster_dims__(kBlocks) __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  extern __shared__ unsigned part[];  // bin v is in block v / kEach
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < kEach; i += kThreads) part[i] = 0;
  cluster.sync();  // all blocks run, and all parts are 0
  const int step = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += step) {
    const int v = values[i];
    unsigned* there = cluster.map_shared_rank(part, v / kEach);
    atomicAdd(&there[v % kEach], 1u);
  }
  cluster.sync();  // nobody adds to this block's part any more
  unsigned* mine = bins + cluster.block_rank() * kEach;
  for (int i = threadIdx.x; i < kEach; i += kThreads) {
    if (part[i] != 0) atomicAdd(&mine[i], part[i]);
  }
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  constexpr int kBytes = kEach * sizeof(unsigned);
  CUDA_CHECK(cudaFuncSetAttribute(
      count_values, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
  const int blocks = clusters_for(count) * kBlocks;
  count_values<<<blocks, kThreads, kBytes>>>(values, count, bins);
  CUDA_CHECK(cudaGetLastError());
}
