// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors"
// Each thread loads its own row from global memory: lanes 128 bytes apart.

  const int first = blockIdx.x * kThreads, r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) {
      sum += weighted(in[(first + r) * kVectors + v], v);
    }
    out[first + r] = sum;
  }
