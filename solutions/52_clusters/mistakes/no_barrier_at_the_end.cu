// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Reads its part while others add to it.

/// Counts in the shared memory of its cluster, then adds that to `bins`, which
/// are 0 at first.
__global__ void __cluster_dims__(kCluster) __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  __shared__ unsigned part[kPart];  // bin v is in block v / kPart
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < kPart; i += kThreads) part[i] = 0;
  cluster.sync();  // all blocks run, and all parts are 0
  const int step = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += step) {
    const int v = values[i];
    unsigned* there = cluster.map_shared_rank(part, v / kPart);
    atomicAdd(&there[v % kPart], 1u);
  }
  unsigned* mine = bins + cluster.block_rank() * kPart;
  for (int i = threadIdx.x; i < kPart; i += kThreads) {
    if (part[i] != 0) atomicAdd(&mine[i], part[i]);
  }
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  const int blocks = clusters_for(count) * kCluster;
  count_values<<<blocks, kThreads>>>(values, count, bins);
  CUDA_CHECK(cudaGetLastError());
}
