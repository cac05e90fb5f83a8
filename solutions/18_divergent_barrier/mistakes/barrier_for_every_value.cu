// SPDX-License-Identifier: MIT
// caught by: case "a block passes at most ten barriers"
// Right, but one thread after the other adds its value: 257 barriers.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = 1; k < kBlock; ++k) {
    if (t == k) cache[0] += cache[k];
    __syncthreads();
  }
  if (i < n) out[i] = cache[0] - in[i];
