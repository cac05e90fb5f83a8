// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Shared memory begins anew in each block: its index is threadIdx.x, not
// the place in the whole array.

  __shared__ float window[kBlock + 2];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int at = i + 1;
  window[at] = i < n ? in[i] : 0;
  if (threadIdx.x == 0) window[at - 1] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == kBlock - 1) window[at + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = (window[at - 1] + 2 * window[at] + window[at + 1]) / 4;
