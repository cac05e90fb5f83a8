// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// caught by: case "counts 5 values"
// ++ is a load, an addition and a store: threads overwrite each other's counts.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) ++local[data[i]];
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
