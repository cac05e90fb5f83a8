// SPDX-License-Identifier: MIT
// Right as well: with one value in all there is no sum, and the whole block
// leaves together.

  if (n == 1) {
    if (i < n) out[i] = 0;
    return;
  }
  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (i < n) out[i] = cache[0] - in[i];
