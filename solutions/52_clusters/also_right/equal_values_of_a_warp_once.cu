// SPDX-License-Identifier: MIT
// A warp adds equal values in one atomic.

__global__ void __cluster_dims__(kCluster) __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  __shared__ unsigned part[kPart];
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < kPart; i += kThreads) part[i] = 0;
  cluster.sync();
  const int step = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += step) {
    const unsigned here = __activemask();
    const int v = values[i];
    const unsigned same = __match_any_sync(here, v);
    if (__ffs(same) - 1 != int(threadIdx.x % 32)) continue;
    unsigned* there = cluster.map_shared_rank(part, v / kPart);
    atomicAdd(&there[v % kPart], __popc(same));
  }
  cluster.sync();
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
