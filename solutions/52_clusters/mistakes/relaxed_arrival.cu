// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Waits for all, but arrives without release: it orders no memory.

__global__ void __cluster_dims__(kCluster) __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  __shared__ unsigned part[kPart];
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < kPart; i += kThreads) part[i] = 0;
  cluster.sync();
  const int step = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += step) {
    const int v = values[i];
    unsigned* there = cluster.map_shared_rank(part, v / kPart);
    atomicAdd(&there[v % kPart], 1u);
  }
  asm volatile(
      "barrier.cluster.arrive.relaxed.aligned;\n\tbarrier.cluster.wait."
      "aligned;" ::
          : "memory");
  unsigned* mine = bins + cluster.block_rank() * kPart;
  for (int i = threadIdx.x; i < kPart; i += kThreads) {
    atomicAdd(&mine[i], part[i]);
  }
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  const int blocks = clusters_for(count) * kCluster;
  count_values<<<blocks, kThreads>>>(values, count, bins);
  CUDA_CHECK(cudaGetLastError());
}
