// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// A slow warp sets a count to 0 that another one has already raised.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
