// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// The part is taken for the whole array: the loop begins at place 0.

  const int stride = gridDim.x * blockDim.x;
  (void)first;
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < last;
       i += stride) {
    y[i] = a * x[i] + y[i];
  }
