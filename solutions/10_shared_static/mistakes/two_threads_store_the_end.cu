// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// The threads of the last value and beyond it both store the 0 after the end.

  __shared__ float window[kBlock + 2];
  const int i = blockIdx.x * kBlock + threadIdx.x, at = threadIdx.x + 1;
  window[at] = i < n ? in[i] : 0;
  if (at == 1) window[0] = i > 0 ? in[max(i - 1, 0)] : 0;
  if (i == n - 1 || (at == kBlock && i < n)) {
    window[at + 1] = i + 1 < n ? in[i + 1] : 0;
  }
  __syncthreads();
  if (i < n) out[i] = (window[at - 1] + 2 * window[at] + window[at + 1]) / 4;
