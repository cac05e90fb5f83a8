// SPDX-License-Identifier: MIT
// caught by: case "works for any length and any grid"
// The block's number is forgotten: all blocks begin with the same values.

  const int stride = gridDim.x * blockDim.x;
  for (long long i = first + threadIdx.x; i < last; i += stride) {
    y[i] = a * x[i] + y[i];
  }
