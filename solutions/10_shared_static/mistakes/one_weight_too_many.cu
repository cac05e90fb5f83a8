// SPDX-License-Identifier: MIT
// caught by: case "smooths values of any size"
// 64 values instead of 63. The weight of the last one is 0, and 0 times
// infinity is no number.

  __shared__ float window[kBlock + 2 * kReach + 1];
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; k < kBlock + 2 * kReach + 1; k += kBlock) {
    const int from = first - kReach + k;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  const float* const middle = window + kReach + threadIdx.x;
  float sum = 0;
  for (int k = -kReach; k <= kReach + 1; ++k) {
    sum += weight(k) * middle[k];
  }
  out[i] = sum / kWeights;
