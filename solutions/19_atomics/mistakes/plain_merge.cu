// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// Right within a block, but several blocks add to the same global counts.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    counts[v] += local[v];
  }
