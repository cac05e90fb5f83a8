// SPDX-License-Identifier: MIT
// caught by: case "counts in the shared memory of a cluster"
// The call returns when the kernel is done.

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
  CUDA_CHECK(cudaDeviceSynchronize());
}
