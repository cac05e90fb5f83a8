// SPDX-License-Identifier: MIT
// One bulk operation adds the whole part to the bins, after a proxy fence.
#include <cuda/ptx>

__global__ void __cluster_dims__(kCluster) __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  __shared__ alignas(16) unsigned part[kPart];
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
  if (threadIdx.x == 0) {
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    cuda::ptx::cp_reduce_async_bulk(
        cuda::ptx::space_global, cuda::ptx::space_shared, cuda::ptx::op_add,
        bins + cluster.block_rank() * kPart, part, sizeof part);
    cuda::ptx::cp_async_bulk_commit_group();
    cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>{});
  }
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  const int blocks = clusters_for(count) * kCluster;
  count_values<<<blocks, kThreads>>>(values, count, bins);
  CUDA_CHECK(cudaGetLastError());
}
