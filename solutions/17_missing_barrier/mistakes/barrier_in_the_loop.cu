// SPDX-License-Identifier: MIT
// caught by: diagnostic divergent-barrier
// The barrier stands inside the loop over j: with 1025 values thread 0 comes
// to it five times and its neighbours four times.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
      __syncthreads();
    }
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
      __syncthreads();
    }
