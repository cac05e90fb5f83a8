// SPDX-License-Identifier: MIT
// Right as well: each thread loads its own value, and the 31 threads nearest to
// an end load what lies beyond it.

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock, t = threadIdx.x, i = first + t;
  const auto value = [&](int at) { return at >= 0 && at < n ? in[at] : 0; };
  window[kReach + t] = value(i);
  if (t < kReach) window[t] = value(i - kReach);
  if (t >= kBlock - kReach) window[2 * kReach + t] = value(i + kReach);
  __syncthreads();
  if (i >= n) return;
  float sum = weight(0) * window[kReach + t];
  for (int k = 1; k <= kReach; ++k) {
    sum += weight(k) * (window[kReach + t - k] + window[kReach + t + k]);
  }
  out[i] = sum / kWeights;
