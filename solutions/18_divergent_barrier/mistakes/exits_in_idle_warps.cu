// SPDX-License-Identifier: MIT
// caught by: case "every warp passes every barrier"
// The sum comes out right: warps without a value leave after the first barrier,
// and the others do not wait for them. Not every thread comes to every barrier.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t - t % 32 >= n - int(blockIdx.x) * kBlock) return;
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (i < n) out[i] = cache[0] - in[i];
