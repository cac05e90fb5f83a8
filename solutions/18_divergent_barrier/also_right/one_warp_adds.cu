// SPDX-License-Identifier: MIT
// Right as well: each lane of one warp adds eight values, then come shuffles. All
// wait twice.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t < 32) {
    unsigned sum = 0;
    for (int k = t; k < kBlock; k += 32) sum += cache[k];
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (t == 0) cache[0] = sum;
  }
  __syncthreads();
  if (i < n) out[i] = cache[0] - in[i];
