// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// Shared memory is not cleared: beyond the ends of `in` it holds anything.

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; k < kBlock + 2 * kReach; k += kBlock) {
    const int from = first - kReach + k;
    if (from >= 0 && from < n) window[k] = in[from];
  }
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  const float* const middle = window + kReach + threadIdx.x;
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) sum += weight(k) * middle[k];
  out[i] = sum / kWeights;
