// SPDX-License-Identifier: MIT
// Right as well: warps 1 and 2 load the halo, each one end.

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock, i = first + threadIdx.x;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  window[kReach + threadIdx.x] = i < n ? in[i] : 0;
  if (warp == 1 && lane < kReach) {
    const int from = first - kReach + lane;
    window[lane] = from >= 0 ? in[from] : 0;
  }
  if (warp == 2 && lane < kReach) {
    const int from = first + kBlock + lane;
    window[kReach + kBlock + lane] = from < n ? in[from] : 0;
  }
  __syncthreads();
  if (i >= n) return;
  const float* const mine = window + threadIdx.x;
  float sum = 0;
  for (int k = 0; k <= 2 * kReach; ++k) sum += weight(k - kReach) * mine[k];
  out[i] = sum / kWeights;
