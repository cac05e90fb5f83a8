// SPDX-License-Identifier: MIT
// Right as well: a count of 0 adds nothing.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    if (local[v] > 0) atomicAdd(&counts[v], local[v]);
  }
