// SPDX-License-Identifier: MIT
// caught by: case "every warp passes every barrier"
// Barriers of PTX for just the threads that add. The sums are right; but not
// every thread comes to every barrier, as the task asks.

  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    if (half > 32 && t < half) {
      asm volatile("bar.sync 1, %0;" ::"r"(half) : "memory");
    }
    __syncwarp();
  }
  __syncthreads();
  if (i < n) out[i] = cache[0] - in[i];
