// SPDX-License-Identifier: MIT
// Right as well: a while loop, and one fused multiply-add.

  const long long step = blockDim.x * gridDim.x;
  long long i = first + threadIdx.x + blockDim.x * blockIdx.x;
  while (i < last) {
    y[i] = fmaf(a, x[i], y[i]);
    i += step;
  }
