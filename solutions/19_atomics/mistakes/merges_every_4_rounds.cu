// SPDX-License-Identifier: MIT
// caught by: case "a block updates each global count once"
// Each block adds its counts to the global ones many times.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int start = 0; start < n; start += 4 * stride) {
    for (int k = 0; k < 4; ++k) {
      const int i = start + k * stride + first;
      if (i < n) atomicAdd(&local[data[i]], 1);
    }
    __syncthreads();
    for (int v = threadIdx.x; v < kBins; v += kThreads) {
      atomicAdd(&counts[v], local[v]);
      local[v] = 0;
    }
    __syncthreads();
  }
