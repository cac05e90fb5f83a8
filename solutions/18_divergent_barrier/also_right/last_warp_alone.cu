// SPDX-License-Identifier: MIT
// Right as well: the last 64 values are added by one warp, and the block waits
// once more before all threads read the total.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 32; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (t < 32) {
    unsigned sum = cache[t] + cache[t + 32];
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (t == 0) cache[0] = sum;
  }
  __syncthreads();
  if (i < n) out[i] = cache[0] - in[i];
