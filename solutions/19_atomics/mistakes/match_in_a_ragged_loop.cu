// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// The mask names all lanes, but lanes beyond n have left the loop.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  for (int i = first; i < n; i += stride) {
    const unsigned equal = __match_any_sync(~0u, data[i]);
    if (lane == __ffs(equal) - 1) atomicAdd(&local[data[i]], __popc(equal));
  }
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
