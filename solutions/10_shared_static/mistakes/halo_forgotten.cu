// SPDX-License-Identifier: MIT
// caught by: case "smooths many blocks"
// Beyond its own values a block takes 0, though its neighbour has more.

  __shared__ float window[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int at = threadIdx.x;
  window[at] = i < n ? in[i] : 0;
  __syncthreads();
  const float left = at > 0 ? window[at - 1] : 0;
  const float right = at + 1 < kBlock ? window[at + 1] : 0;
  if (i < n) out[i] = (left + 2 * window[at] + right) / 4;
