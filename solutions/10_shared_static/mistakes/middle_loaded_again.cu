// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// The neighbours come from shared memory, the value itself a second time from
// global memory.

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; k < kBlock + 2 * kReach; k += kBlock) {
    const int from = first - kReach + k;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  const float* const middle = window + kReach + threadIdx.x;
  float sum = weight(0) * in[i];
  for (int k = 1; k <= kReach; ++k) {
    sum += weight(k) * (middle[-k] + middle[k]);
  }
  out[i] = sum / kWeights;
