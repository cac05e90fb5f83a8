// SPDX-License-Identifier: MIT
// caught by: case "works for any length and any grid"
// Only whole rounds of the grid are done; the values that are left over are not.

  const int stride = gridDim.x * blockDim.x;
  const long long rounds = (last - first) / stride;
  long long i = first + blockIdx.x * blockDim.x + threadIdx.x;
  for (long long round = 0; round < rounds; ++round, i += stride) {
    y[i] = a * x[i] + y[i];
  }
