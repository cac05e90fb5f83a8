// SPDX-License-Identifier: MIT
// Right as well: the index cannot overflow, however large n is.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (long long i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
