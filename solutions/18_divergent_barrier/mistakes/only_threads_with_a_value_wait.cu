// SPDX-License-Identifier: MIT
// caught by: diagnostic divergent-barrier
// Threads without a value have stored their 0 and think that nobody needs them.
// With 33 values the second warp comes to the barrier with one lane of 32.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    if (i < n) __syncthreads();
  }
  if (i < n) out[i] = cache[0] - in[i];
