// SPDX-License-Identifier: MIT
// Right as well: a block with few values needs fewer steps. The number of values
// is the same for all its threads.

  const int count = min(kBlock, n - int(blockIdx.x) * kBlock);
  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  int top = 1;
  while (top < count) top *= 2;
  for (int half = top / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (i < n) out[i] = cache[0] - in[i];
