// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Thread 0 loads, adds and stores for all 256.

  __shared__ float window[kBlock + 2];
  const int first = blockIdx.x * kBlock;
  if (threadIdx.x == 0) {
    for (int k = 0; k < kBlock + 2; ++k) {
      const int i = first + k - 1;
      window[k] = i >= 0 && i < n ? in[i] : 0;
    }
    for (int k = 0; k < kBlock && first + k < n; ++k) {
      out[first + k] = (window[k] + 2 * window[k + 1] + window[k + 2]) / 4;
    }
  }
