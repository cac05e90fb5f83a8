// SPDX-License-Identifier: MIT
// caught by: case "all warps share the work"
// Two of the eight warps load, add and store for all.

  __shared__ float window[kBlock + 2 * kReach];
  constexpr int kBusy = 64;
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; threadIdx.x < kBusy && k < kBlock + 2 * kReach;
       k += kBusy) {
    const int from = first - kReach + k;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();
  for (int t = threadIdx.x; threadIdx.x < kBusy && t < kBlock && first + t < n;
       t += kBusy) {
    float sum = 0;
    for (int k = -kReach; k <= kReach; ++k) {
      sum += weight(k) * window[kReach + t + k];
    }
    out[first + t] = sum / kWeights;
  }
