// SPDX-License-Identifier: MIT
// caught by: case "counts 5 values"
// atomicCAS stores only if nobody came between; here nobody looks whether it did.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) {
    const unsigned old = atomicAdd(&local[data[i]], 0);
    atomicCAS(&local[data[i]], old, old + 1);
  }
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
