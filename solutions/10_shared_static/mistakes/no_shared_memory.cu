// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// As the exercise was given: each value is loaded 63 times.

  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) {
    const int from = i + k;
    if (from >= 0 && from < n) sum += weight(k) * in[from];
  }
  out[i] = sum / kWeights;
