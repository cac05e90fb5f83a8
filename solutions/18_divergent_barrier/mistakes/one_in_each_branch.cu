// SPDX-License-Identifier: MIT
// caught by: diagnostic barrier-mismatch
// caught by: diagnostic divergent-barrier
// Both sides wait, and equally often, but at two different barriers.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) {
      cache[t] += cache[t + half];
      __syncthreads();
    } else {
      __syncthreads();
    }
  }
  if (i < n) out[i] = cache[0] - in[i];
