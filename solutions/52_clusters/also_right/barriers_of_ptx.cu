// SPDX-License-Identifier: MIT
// The barriers and the address of a peer in PTX.

/// Counts in the shared memory of its cluster, then adds that to `bins`, which
/// are 0 at first.
__global__ void __cluster_dims__(kCluster) __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  __shared__ unsigned part[kPart];  // bin v is in block v / kPart
  unsigned me;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(me));
  for (int i = threadIdx.x; i < kPart; i += kThreads) part[i] = 0;
  asm volatile(
      "barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::
          : "memory");
  const int step = gridDim.x * kThreads;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += step) {
    const int v = values[i];
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(there)
        : "r"(unsigned(__cvta_generic_to_shared(&part[v % kPart]))),
          "r"(v / kPart));
    asm volatile(
        "red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(there)
        : "memory");
  }
  asm volatile(
      "barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::
          : "memory");
  unsigned* mine = bins + me * kPart;
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
