// SPDX-License-Identifier: MIT
// caught by: case "neighbouring threads take neighbouring values"
// The right result, but block 0 does everything; the other blocks end at once.

  if (blockIdx.x > 0) return;
  for (long long i = first + threadIdx.x; i < last; i += blockDim.x) {
    y[i] = a * x[i] + y[i];
  }
