// SPDX-License-Identifier: MIT
// Right as well: even and odd lanes count apart, and meet in the merge.

  __shared__ unsigned local[2][kBins];
  for (int v = threadIdx.x; v < 2 * kBins; v += kThreads) local[0][v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) {
    atomicAdd(&local[threadIdx.x % 2][data[i]], 1);
  }
  __syncthreads();
  const int v = threadIdx.x;
  atomicAdd(&counts[v], local[0][v] + local[1][v]);
