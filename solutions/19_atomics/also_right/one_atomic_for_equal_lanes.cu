// SPDX-License-Identifier: MIT
// Right as well: of the lanes with equal values one adds for all. All lanes of
// the warp come to __match_any_sync, also those beyond n.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  for (int begin = first - lane; begin < n; begin += stride) {
    const int value = begin + lane < n ? data[begin + lane] : -1;
    const unsigned equal = __match_any_sync(~0u, value);
    if (value >= 0 && lane == __ffs(equal) - 1) {
      atomicAdd(&local[value], __popc(equal));
    }
  }
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
