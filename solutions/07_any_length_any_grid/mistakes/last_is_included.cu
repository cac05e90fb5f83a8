// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// `last` is one place behind the part; <= goes on to it.

  const int stride = gridDim.x * blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (long long i = first + thread; i <= last; i += stride) {
    y[i] = a * x[i] + y[i];
  }
