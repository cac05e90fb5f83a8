// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Shared memory is used, but every thread also loads both neighbours.

  __shared__ float window[kBlock + 2];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int at = threadIdx.x + 1;
  window[at] = i < n ? in[i] : 0;
  window[at - 1] = i > 0 && i <= n ? in[i - 1] : 0;
  window[at + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = (window[at - 1] + 2 * window[at] + window[at + 1]) / 4;
