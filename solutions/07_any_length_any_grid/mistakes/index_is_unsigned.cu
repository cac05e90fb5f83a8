// SPDX-License-Identifier: MIT
// caught by: case "works for places beyond an int"
// An unsigned index counts to 2^32 - 1. Then it begins at 0 again, so the end of
// a part around 2^32 is never reached; the loop is told to stop there.

  const unsigned stride = gridDim.x * blockDim.x;
  const unsigned begin = first, end = last;
  for (unsigned i = begin + blockIdx.x * blockDim.x + threadIdx.x; i < end;
       i += stride) {
    y[i] = a * x[i] + y[i];
  }
