// SPDX-License-Identifier: MIT
// caught by: case "neighbouring threads take neighbouring values"
// The right result, but thread 0 of block 0 does everything alone.

  if (blockIdx.x == 0 && threadIdx.x == 0) {
    for (long long i = first; i < last; ++i) y[i] = a * x[i] + y[i];
  }
