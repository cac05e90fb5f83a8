// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Every thread also reads both neighbours: by atomics, but from global memory.

  __shared__ float window[kBlock + 2];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int at = threadIdx.x + 1;
  float* const all = const_cast<float*>(in);
  window[at] = i < n ? *static_cast<const volatile float*>(in + i) : 0;
  const float left = i > 0 && i < n ? atomicAdd(all + i - 1, 0) : 0;
  const float right = i + 1 < n ? atomicAdd(all + i + 1, 0) : 0;
  if (i < n) out[i] = (left + 2 * window[at] + right) / 4;
