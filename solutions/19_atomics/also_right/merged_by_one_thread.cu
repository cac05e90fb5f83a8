// SPDX-License-Identifier: MIT
// Right as well, if slow at the end: one thread adds the counts of its block.

  __shared__ unsigned local[kBins];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) atomicInc(&local[data[i]], ~0u);
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int v = 0; v < kBins; ++v) atomicAdd(&counts[v], local[v]);
  }
