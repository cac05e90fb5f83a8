// SPDX-License-Identifier: MIT
// caught by: case "smooths many blocks"
// Beyond its own values a block takes 0, though its neighbours have more.

  __shared__ float window[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x, at = threadIdx.x;
  window[at] = i < n ? in[i] : 0;
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) {
    if (at + k >= 0 && at + k < kBlock) sum += weight(k) * window[at + k];
  }
  out[i] = sum / kWeights;
