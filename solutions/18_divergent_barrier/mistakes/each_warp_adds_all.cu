// SPDX-License-Identifier: MIT
// caught by: case "every warp passes every barrier"
// caught by: case "a block passes at most ten barriers"
// No barrier is needed where each warp adds all 256 values; each value is loaded
// by eight warps.

  unsigned sum = 0;
  const int begin = blockIdx.x * kBlock, lane = t % 32;
  for (int k = lane; k < kBlock; k += 32) {
    if (begin + k < n) sum += in[begin + k];
  }
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, step);
  }
  cache[t] = sum;
  if (i < n) out[i] = cache[t] - in[i];
