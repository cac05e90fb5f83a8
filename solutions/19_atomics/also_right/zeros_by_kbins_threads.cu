// SPDX-License-Identifier: MIT
// Right as well: as many threads as counts, so no loop.

  __shared__ unsigned local[kBins];
  if (threadIdx.x < kBins) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  if (threadIdx.x < kBins) atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
