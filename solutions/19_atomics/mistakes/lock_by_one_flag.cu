// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// "Is it free?" and "it is mine now" are two steps: a plain flag is no lock.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __shared__ int busy;
  if (threadIdx.x == 0) busy = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) {
    if (busy == 0) {
      busy = 1;
      ++local[data[i]];
      busy = 0;
    }
  }
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
