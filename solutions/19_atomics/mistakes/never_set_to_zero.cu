// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// Shared memory begins with whatever was there.

  __shared__ unsigned local[kBins];

  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
