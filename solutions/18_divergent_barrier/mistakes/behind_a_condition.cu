// SPDX-License-Identifier: MIT
// caught by: diagnostic divergent-barrier
// The right side of && is a barrier, and only threads with work come to it.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    if (t < half && __syncthreads_or(1) == 0) break;
  }
  if (i < n) out[i] = cache[0] - in[i];
