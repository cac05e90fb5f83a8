// SPDX-License-Identifier: MIT
// Right as well: each block takes one run of neighbours, and its threads walk
// through it side by side. A run is a multiple of 32 values.

  const long long n = last - first;
  const long long run = ((n + gridDim.x - 1) / gridDim.x + 31) / 32 * 32;
  const long long begin = first + blockIdx.x * run;
  const long long end = begin + run < last ? begin + run : last;
  for (long long i = begin + threadIdx.x; i < end; i += blockDim.x) {
    y[i] = a * x[i] + y[i];
  }
