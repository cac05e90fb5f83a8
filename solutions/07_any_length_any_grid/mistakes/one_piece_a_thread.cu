// SPDX-License-Identifier: MIT
// caught by: case "neighbouring threads take neighbouring values"
// Each thread takes a piece of the array, as on a CPU. The result is right, but
// the lanes of a warp lie far apart.

  const int all = gridDim.x * blockDim.x;
  const long long piece = (last - first + all - 1) / all;
  const long long mine =
      first + (blockIdx.x * blockDim.x + threadIdx.x) * piece;
  for (long long i = mine; i < mine + piece && i < last; ++i) {
    y[i] = a * x[i] + y[i];
  }
