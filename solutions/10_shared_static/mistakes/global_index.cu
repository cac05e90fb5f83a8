// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Shared memory begins anew in each block: its index is threadIdx.x, not the
// place in the whole array.

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; k < kBlock + 2 * kReach; k += kBlock) {
    const int from = first - kReach + k;
    window[first + k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) {
    sum += weight(k) * window[kReach + i + k];
  }
  out[i] = sum / kWeights;
