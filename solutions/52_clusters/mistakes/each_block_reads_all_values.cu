// SPDX-License-Identifier: MIT
// caught by: case "counts in the shared memory of a cluster"
// No cluster: each block counts what belongs to its part, among all values.

__global__ void __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  __shared__ unsigned part[kPart];
  for (int i = threadIdx.x; i < kPart; i += kThreads) part[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += kThreads) {
    const int v = values[i];
    if (v / kPart == int(blockIdx.x)) atomicAdd(&part[v % kPart], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kPart; i += kThreads) {
    bins[blockIdx.x * kPart + i] = part[i];
  }
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  if (clusters_for(count) == 0) return;
  count_values<<<kCluster, kThreads>>>(values, count, bins);
  CUDA_CHECK(cudaGetLastError());
}
