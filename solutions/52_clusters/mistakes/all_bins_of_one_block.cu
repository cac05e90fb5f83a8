// SPDX-License-Identifier: MIT
// caught by: case "counts in the shared memory of a cluster"
// Counters of 16 bits, 128 KiB of them in each block: two bins share a word, and a
// block takes at most 65,535 values.

__global__ void __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  extern __shared__ unsigned pairs[];
  for (int i = threadIdx.x; i < kBins / 2; i += kThreads) pairs[i] = 0;
  __syncthreads();
  const int first = blockIdx.x * 4 * kPart;
  const int end = min(first + 4 * kPart, count);
  for (int i = first + threadIdx.x; i < end; i += kThreads) {
    atomicAdd(&pairs[values[i] / 2], 1u << values[i] % 2 * 16);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += kThreads) {
    const unsigned n = pairs[i / 2] >> i % 2 * 16 & 0xffff;
    if (n != 0) atomicAdd(&bins[i], n);
  }
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  if (clusters_for(count) == 0 || count == 0) return;
  CUDA_CHECK(cudaFuncSetAttribute(
      count_values, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kBins));
  const int blocks = (count + 4 * kPart - 1) / (4 * kPart);
  count_values<<<blocks, kThreads, 2 * kBins>>>(values, count, bins);
  CUDA_CHECK(cudaGetLastError());
}
