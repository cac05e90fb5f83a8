// SPDX-License-Identifier: MIT
// caught by: diagnostic barrier-mismatch
// The condition of the loop depends on the thread: threads leave it in different
// rounds, and wait at the barrier after it.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0 && t < half; half /= 2) {
    cache[t] += cache[t + half];
    __syncthreads();
  }
  __syncthreads();
  if (i < n) out[i] = cache[0] - in[i];
