// SPDX-License-Identifier: MIT
// caught by: case "a round has at most two barriers"
// Nothing is left to wait for: one thread does the work of 256.

    if (threadIdx.x == 0) {
      for (int j = 0; j < values; ++j) {
        unsigned sum = x[j];
        for (int i = 0; i < values; ++i) sum += x[i];
        p[j] = sum;
      }
      for (int j = 0; j < values; ++j) {
        unsigned sum = p[j];
        for (int i = 0; i < values; ++i) sum += p[i];
        x[j] = sum;
      }
    }
    __syncthreads();
