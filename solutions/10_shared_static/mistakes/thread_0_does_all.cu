// SPDX-License-Identifier: MIT
// caught by: case "all warps share the work"
// Thread 0 loads, adds and stores for all 256.

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock;
  if (threadIdx.x > 0) return;
  for (int k = 0; k < kBlock + 2 * kReach; ++k) {
    const int from = first - kReach + k;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  for (int t = 0; t < kBlock && first + t < n; ++t) {
    float sum = 0;
    for (int k = -kReach; k <= kReach; ++k) {
      sum += weight(k) * window[kReach + t + k];
    }
    out[first + t] = sum / kWeights;
  }
