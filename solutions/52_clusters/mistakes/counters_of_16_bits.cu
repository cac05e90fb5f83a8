// SPDX-License-Identifier: MIT
// caught by: case "counts values of one part alone"
// Two counters of 16 bits share a word. The 65,536th value overflows.

/// Two counters of 16 bits in a word: four blocks of 32 KiB.
constexpr int kWords = kBins / 2 / kCluster;
__global__ void __cluster_dims__(kCluster) __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  __shared__ unsigned part[kWords];
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < kWords; i += kThreads) part[i] = 0;
  cluster.sync();
  const int step = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += step) {
    const int v = values[i];
    unsigned* there = cluster.map_shared_rank(part, v / kPart);
    atomicAdd(&there[v % kPart / 2], v % 2 ? 65536u : 1u);
  }
  cluster.sync();
  unsigned* mine = bins + cluster.block_rank() * kPart;
  for (int i = threadIdx.x; i < kWords; i += kThreads) {
    if (part[i] % 65536) atomicAdd(&mine[2 * i], part[i] % 65536);
    if (part[i] / 65536) atomicAdd(&mine[2 * i + 1], part[i] / 65536);
  }
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  const int blocks = clusters_for(count) * kCluster;
  count_values<<<blocks, kThreads>>>(values, count, bins);
  CUDA_CHECK(cudaGetLastError());
}
