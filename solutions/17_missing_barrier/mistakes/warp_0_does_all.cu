// SPDX-License-Identifier: MIT
// caught by: case "a round has at most two barriers"
// One warp does the work of eight, so that __syncwarp() is enough.

    if (threadIdx.x < 32) {
      for (int j = threadIdx.x; j < values; j += 32) {
        unsigned sum = x[j];
        for (int i = 0; i < values; ++i) sum += x[i];
        p[j] = sum;
      }
      __syncwarp();
      for (int j = threadIdx.x; j < values; j += 32) {
        unsigned sum = p[j];
        for (int i = 0; i < values; ++i) sum += p[i];
        x[j] = sum;
      }
    }
    __syncthreads();
