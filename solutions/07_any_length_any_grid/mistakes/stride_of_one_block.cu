// SPDX-License-Identifier: MIT
// caught by: case "works for any length and any grid"
// caught by: case "each value is read and written once"
// A step of one block only: the blocks walk over each other's values, and some
// values get a * x added several times.

  const int stride = blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (long long i = first + thread; i < last; i += stride) {
    y[i] = a * x[i] + y[i];
  }
