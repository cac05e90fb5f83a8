// SPDX-License-Identifier: MIT
// caught by: case "a round has at most two barriers"
// The values come out right, but two warps do the work of eight.

    if (threadIdx.x < 64) {
      for (int j = threadIdx.x; j < values; j += 64) {
        unsigned sum = x[j];
        for (int i = 0; i < values; ++i) sum += x[i];
        p[j] = sum;
      }
    }
    __syncthreads();
    if (threadIdx.x < 64) {
      for (int j = threadIdx.x; j < values; j += 64) {
        unsigned sum = p[j];
        for (int i = 0; i < values; ++i) sum += p[i];
        x[j] = sum;
      }
    }
    __syncthreads();
