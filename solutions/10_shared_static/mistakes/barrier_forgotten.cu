// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// A thread may read before a thread of another warp has stored.

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; k < kBlock + 2 * kReach; k += kBlock) {
    const int from = first - kReach + k;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  const int i = first + threadIdx.x;
  if (i >= n) return;
  const float* const middle = window + kReach + threadIdx.x;
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) sum += weight(k) * middle[k];
  out[i] = sum / kWeights;
