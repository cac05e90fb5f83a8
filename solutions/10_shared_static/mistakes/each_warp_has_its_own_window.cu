// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Warps share nothing: each loads its 32 values and 62 more.

  constexpr int kOfWarp = 32 + 2 * kReach;
  __shared__ float windows[kBlock / 32][kOfWarp];
  float* const window = windows[threadIdx.x / 32];
  const int i = blockIdx.x * kBlock + threadIdx.x, lane = threadIdx.x % 32;
  for (int k = lane; k < kOfWarp; k += 32) {
    const int from = i - lane - kReach + k;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncwarp();
  if (i >= n) return;
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) {
    sum += weight(k) * window[kReach + lane + k];
  }
  out[i] = sum / kWeights;
