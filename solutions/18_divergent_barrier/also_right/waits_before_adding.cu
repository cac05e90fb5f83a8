// SPDX-License-Identifier: MIT
// Right as well: the barrier stands before each addition, and once more after all.

  cache[t] = i < n ? in[i] : 0;
  for (int half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) cache[t] += cache[t + half];
  }
  __syncthreads();
  if (i < n) out[i] = cache[0] - in[i];
