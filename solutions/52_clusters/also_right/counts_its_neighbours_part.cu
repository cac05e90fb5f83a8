// SPDX-License-Identifier: MIT
// Each block adds up the part of the next one, and a third barrier keeps that
// there.

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
  cluster.sync();  // nobody adds to this block's part any more
  const unsigned next = (cluster.block_rank() + 1) % kCluster;
  const unsigned* theirs = cluster.map_shared_rank(part, next);
  unsigned* mine = bins + next * kPart;
  for (int i = threadIdx.x; i < kPart; i += kThreads) {
    if (theirs[i] != 0) atomicAdd(&mine[i], theirs[i]);
  }
  cluster.sync();  // nobody leaves while its part is read
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  const int blocks = clusters_for(count) * kCluster;
  count_values<<<blocks, kThreads>>>(values, count, bins);
  CUDA_CHECK(cudaGetLastError());
}
