// SPDX-License-Identifier: MIT
// A histogram of 65,536 bins. They do not fit into the shared memory of one
// block; the blocks of a cluster hold a part each.
#include <cooperative_groups.h>

#include <algorithm>

#include "common/cuda_check.h"
#include "lesson.h"

namespace cg = cooperative_groups;

constexpr int kCluster = 8;  // blocks of a cluster: the most that all GPUs take
constexpr int kPart = kBins / kCluster;  // bins that a block holds: 32 KiB
constexpr int kThreads = 512;            // of a block

/// How many clusters: at least 4 values per bin for each, but no more than
/// there are multiprocessors for; one at least.
int clusters_for(int count) {
  int device = 0, processors = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                                    device));
  return std::max(1, std::min(count / (4 * kBins), processors / 4));
}

// task-begin
// TODO: count in the shared memory of a cluster, whose blocks hold kPart bins
// each, and add that to `bins`.
__global__ void __launch_bounds__(kThreads)
    count_values(const uint16_t* values, int count, unsigned* bins) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < count) atomicAdd(&bins[values[i] / kPart], 1u);
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  const int blocks = clusters_for(count);
  count_values<<<blocks, kThreads>>>(values, count, bins);
  CUDA_CHECK(cudaGetLastError());
}
// task-end
