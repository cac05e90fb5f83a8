// SPDX-License-Identifier: MIT
// Right as well: fewer lanes meet the same word, and empty counts are skipped.

  __shared__ unsigned local[kThreads / 32][kBins];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int v = lane; v < kBins; v += 32) local[warp][v] = 0;
  __syncwarp();
  for (int i = first; i < n; i += stride) atomicAdd(&local[warp][data[i]], 1);
  __syncthreads();
  unsigned sum = 0;
  for (int w = 0; w < kThreads / 32; ++w) sum += local[w][threadIdx.x];
  if (sum > 0) atomicAdd(&counts[threadIdx.x], sum);
