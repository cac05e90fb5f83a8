// SPDX-License-Identifier: MIT
// caught by: case "a block updates each global count once"
// Each block adds its counts after the first half of the data, and at the end.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int part = 0; part < 2; ++part) {
    const int begin = part == 0 ? first : first + (n / 2 / stride + 1) * stride;
    const int end = part == 0 ? min(n, (n / 2 / stride + 1) * stride) : n;
    for (int i = begin; i < end; i += stride) atomicAdd(&local[data[i]], 1);
    __syncthreads();
    for (int v = threadIdx.x; v < kBins; v += kThreads) {
      atomicAdd(&counts[v], local[v]);
      local[v] = 0;
    }
    __syncthreads();
  }
