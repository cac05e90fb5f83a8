// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// A fence orders this thread's own accesses; it waits for nobody.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    __threadfence_block();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    __threadfence_block();
