// SPDX-License-Identifier: MIT
// caught by: case "counts 65792 equal values in one block"
// Two counts of 16 bits in a word: a count above 65535 spoils its neighbour.

  __shared__ unsigned local[kBins / 2];
  for (int v = threadIdx.x; v < kBins / 2; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) {
    atomicAdd(&local[data[i] / 2], 1u << (data[i] % 2 * 16));
  }
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v / 2] >> (v % 2 * 16) & 0xffff);
  }
