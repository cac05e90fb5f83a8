// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// No barrier in the loop: nothing stuck, and nothing ordered.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
  }
  if (i < n) out[i] = cache[0] - in[i];
