// SPDX-License-Identifier: MIT
// caught by: case "a block passes at most ten barriers"
// Two barriers are enough, for one thread adds all 256 values.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t == 0) {
    for (int k = 1; k < kBlock; ++k) cache[0] += cache[k];
  }
  __syncthreads();
  if (i < n) out[i] = cache[0] - in[i];
