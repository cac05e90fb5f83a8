// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Three atomics for each result, and a plain load that nobody needs.

  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float* const all = const_cast<float*>(in);
  const float left = i > 0 ? atomicAdd(all + i - 1, 0.0f) : 0;
  const float right = i + 1 < n ? atomicAdd(all + i + 1, 0.0f) : 0;
  const float here = atomicAdd(all + i, 0.0f);
  (void)*static_cast<volatile float*>(out + i);
  out[i] = (left + 2 * here + right) / 4;
