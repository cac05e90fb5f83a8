// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// The barrier waits for threads, not for the copies that they started.
#include <cuda_pipeline.h>

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; k < kBlock + 2 * kReach; k += kBlock) {
    const int from = first - kReach + k;
    if (from >= 0 && from < n) {
      __pipeline_memcpy_async(window + k, in + from, sizeof(float));
    } else {
      window[k] = 0;
    }
  }
  __pipeline_commit();
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i >= n) return;
  const float* const middle = window + kReach + threadIdx.x;
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) sum += weight(k) * middle[k];
  out[i] = sum / kWeights;
