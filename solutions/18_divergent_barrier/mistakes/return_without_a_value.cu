// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// Threads beyond n leave at once, and the others add what they never stored.

  if (i >= n) return;
  cache[t] = in[i];
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (i < n) out[i] = cache[0] - in[i];
