// SPDX-License-Identifier: MIT
// caught by: case "a block updates each global count once"
// The counts come out right, but four warps read the values of eight.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  if (threadIdx.x < 128) {
    for (int i = first; i < n; i += stride) {
      for (int k = i; k < min(i + 256, n); k += 128)
        atomicAdd(&local[data[k]], 1);
    }
  }
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
