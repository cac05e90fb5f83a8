// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// "By then the others have done it": a time is no promise.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    __nanosleep(1000);
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    __nanosleep(1000);
