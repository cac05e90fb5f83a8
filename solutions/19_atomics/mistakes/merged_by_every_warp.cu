// SPDX-License-Identifier: MIT
// caught by: case "counts 5 values"
// Each of the 8 warps adds all 256 counts: eight times too many.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int v = threadIdx.x % 32; v < kBins; v += 32) {
    atomicAdd(&counts[v], local[v]);
  }
