// SPDX-License-Identifier: MIT
// caught by: case "smooths values of any size"
// Sums from the left, and a result is made of their differences: fast, but the
// difference of two infinite sums is no number.

  constexpr int kPlaces = kBlock + 2 * kReach;
  __shared__ float window[kPlaces], sums[kPlaces + 1];
  const int first = blockIdx.x * kBlock, t = threadIdx.x;
  for (int k = t; k < kPlaces; k += kBlock) {
    const int from = first - kReach + k;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();
  if (t < kPlaces / 32 + 1) {  // each of ten threads adds 32 values
    sums[0] = 0;
    for (int k = 0; k < 32 && 32 * t + k < kPlaces; ++k) {
      const float before = k == 0 ? 0 : sums[32 * t + k];
      sums[32 * t + k + 1] = before + window[32 * t + k];
    }
  }
  __syncthreads();
  const auto from_left = [&](int place) {  // of window[0] to window[place - 1]
    float sum = place % 32 == 0 ? 0 : sums[place];
    for (int whole = 32; whole <= place; whole += 32) sum += sums[whole];
    return sum;
  };
  if (first + t >= n) return;
  float sum = 0;
  for (int k = 0; k <= kReach; ++k) {
    sum += from_left(t + k + kReach + 1) - from_left(t + k);
  }
  out[first + t] = sum / kWeights;
