// SPDX-License-Identifier: MIT
// caught by: case "a round has at most two barriers"
// A barrier before and after each stage: right, but half of them order
// nothing that the other half does not order already.

    __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    __syncthreads();
    __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    __syncthreads();
