// SPDX-License-Identifier: MIT
// caught by: case "every warp passes every barrier"
// The sum comes out right: a barrier does not wait for threads that have
// exited, and their values are 0. The next change to this kernel breaks it.

  cache[t] = i < n ? in[i] : 0;
  if (i >= n) return;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (i < n) out[i] = cache[0] - in[i];
