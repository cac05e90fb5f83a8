// SPDX-License-Identifier: MIT
// caught by: case "works for 3 values"
// caught by: case "every warp passes every barrier"
// A thread without work leaves. It still has a result to write.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t >= half) return;
    cache[t] += cache[t + half];
    __syncthreads();
  }
  if (i < n) out[i] = cache[0] - in[i];
