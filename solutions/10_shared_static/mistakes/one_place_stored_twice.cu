// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// Place kReach of the window belongs to thread 0. Thread kReach stores it as
// well, and nothing orders the two.

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock, t = threadIdx.x, i = first + t;
  const auto value = [&](int at) { return at >= 0 && at < n ? in[at] : 0; };
  window[kReach + t] = value(i);
  if (t <= kReach) window[t] = value(i - kReach);
  if (t >= kBlock - kReach) window[2 * kReach + t] = value(i + kReach);
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) {
    sum += weight(k) * window[kReach + t + k];
  }
  out[i] = sum / kWeights;
