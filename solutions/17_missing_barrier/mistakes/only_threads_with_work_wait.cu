// SPDX-License-Identifier: MIT
// caught by: diagnostic divergent-barrier
// Threads without a value skip the barriers, in the middle of a warp. Every
// value is right, since they end soon and a barrier does not wait for ended
// threads; but all threads of a warp must come to a barrier together.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    if (threadIdx.x < values) __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    if (threadIdx.x < values) __syncthreads();
