// SPDX-License-Identifier: MIT
// Two values per load where they begin at a multiple of four bytes.

/// Counts in the shared memory of its cluster, then adds that to `bins`, which
/// are 0 at first.
__global__ void __cluster_dims__(kCluster) __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  __shared__ unsigned part[kPart];  // bin v is in block v / kPart
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < kPart; i += kThreads) part[i] = 0;
  cluster.sync();  // all blocks run, and all parts are 0
  const auto add = [&](int v) {
    unsigned* there = cluster.map_shared_rank(part, v / kPart);
    atomicAdd(&there[v % kPart], 1u);
  };
  const int odd = count > 0 && reinterpret_cast<size_t>(values) % 4 != 0;
  const int first = blockIdx.x * kThreads + threadIdx.x;
  const auto* pairs = reinterpret_cast<const ushort2*>(values + odd);
  for (int i = first; i < (count - odd) / 2; i += gridDim.x * kThreads) {
    const ushort2 both = pairs[i];
    add(both.x);
    add(both.y);
  }
  if (first == 0 && odd) add(values[0]);
  if (first == 0 && (count - odd) % 2 != 0) add(values[count - 1]);
  cluster.sync();  // nobody adds to this block's part any more
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
