// SPDX-License-Identifier: MIT
// caught by: case "adds to the counts that are there"
// An atomic store is not an atomic addition: the last block wins.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicExch(&counts[v], local[v]);
  }
