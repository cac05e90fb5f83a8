// SPDX-License-Identifier: MIT
// Right as well: the steps grow instead of shrinking.

  cache[t] = i < n ? in[i] : 0;
  for (int step = 1; step < kBlock; step *= 2) {
    __syncthreads();
    if (t % (2 * step) == 0) cache[t] += cache[t + step];
  }
  __syncthreads();
  if (i < n) out[i] = cache[0] - in[i];
