// SPDX-License-Identifier: MIT
// Sixteen blocks of 16 KiB: more than every GPU promises, by the attribute.

constexpr int kMany = 16, kFew = kBins / kMany;
__global__ void __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  __shared__ unsigned part[kFew];
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < kFew; i += kThreads) part[i] = 0;
  cluster.sync();
  const int step = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += step) {
    const int v = values[i];
    atomicAdd(&cluster.map_shared_rank(part, v / kFew)[v % kFew], 1u);
  }
  cluster.sync();
  unsigned* mine = bins + cluster.block_rank() * kFew;
  for (int i = threadIdx.x; i < kFew; i += kThreads) {
    if (part[i] != 0) atomicAdd(&mine[i], part[i]);
  }
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  CUDA_CHECK(cudaFuncSetAttribute(
      count_values, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  cudaLaunchAttribute cluster;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {kMany, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = clusters_for(count) * kMany;
  config.blockDim = kThreads;
  config.attrs = &cluster;
  config.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&config, count_values, values, count, bins));
}
