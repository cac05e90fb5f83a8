// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// No plain load too many: the neighbours come by atomics, from global memory.

  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float* const all = const_cast<float*>(in);
  float sum = weight(0) * *static_cast<const volatile float*>(in + i);
  for (int k = 1; k <= kReach; ++k) {
    if (i >= k) sum += weight(k) * atomicAdd(all + i - k, 0.0f);
    if (i + k < n) sum += weight(k) * atomicAdd(all + i + k, 0.0f);
  }
  out[i] = sum / kWeights;
