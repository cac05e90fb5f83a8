// SPDX-License-Identifier: MIT
// caught by: case "works for places beyond an int"
// The index is an int: beyond 2^31 - 1 it is a place far below the array.

  const int stride = gridDim.x * blockDim.x;
  const int begin = first, thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = begin + thread; i < last; i += stride) {
    y[i] = a * x[i] + y[i];
  }
