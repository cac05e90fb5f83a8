// SPDX-License-Identifier: MIT
// caught by: case "a round has at most two barriers"
// Right and less work, but the sums were to stay as they are, and their total
// costs two barriers more.

    __shared__ unsigned total[2];
    if (threadIdx.x < 2) total[threadIdx.x] = 0;
    __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      atomicAdd(&total[0], x[j]);
    }
    __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      p[j] = x[j] + total[0];
      atomicAdd(&total[1], p[j]);
    }
    __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      x[j] = p[j] + total[1];
    }
    __syncthreads();
