// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// Four counts at a time: one load of 16 bytes, one store of 16 bytes, and the
// belief that what one instruction moves stays whole. Other blocks' counts are
// lost between the two.

  __shared__ __align__(16) unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  const int q = threadIdx.x;
  if (q < kBins / 4) {
    uint4* const all = reinterpret_cast<uint4*>(counts);
    const uint4 mine = reinterpret_cast<uint4*>(local)[q];
    uint4 sum = all[q];
    sum.x += mine.x, sum.y += mine.y, sum.z += mine.z, sum.w += mine.w;
    all[q] = sum;
  }
