// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// __syncwarp may stand in more places, but it waits for one warp only.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncwarp();
  }
  if (i < n) out[i] = cache[0] - in[i];
