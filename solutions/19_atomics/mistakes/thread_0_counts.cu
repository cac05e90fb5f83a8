// SPDX-License-Identifier: MIT
// caught by: case "a block updates each global count once"
// One thread of each block counts: no atomics in shared memory, no sharing.

  __shared__ unsigned local[kBins];
  if (threadIdx.x > 0) return;
  for (int v = 0; v < kBins; ++v) local[v] = 0;
  for (int i = first; i < n; i += stride) {
    for (int k = i; k < min(i + kThreads, n); ++k) ++local[data[k]];
  }
  for (int v = 0; v < kBins; ++v) atomicAdd(&counts[v], local[v]);
