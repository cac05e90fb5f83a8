// SPDX-License-Identifier: MIT
// caught by: diagnostic barrier-mismatch
// caught by: diagnostic divergent-barrier
// Only the threads that add come to the barrier. Warps that skip it wait at the
// one after the loop, and the two are taken for one.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) {
      cache[t] += cache[t + half];
      __syncthreads();  // A
    }
  }
  __syncthreads();  // B
  if (i < n) out[i] = cache[0] - in[i];
