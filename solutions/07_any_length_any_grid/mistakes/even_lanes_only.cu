// SPDX-License-Identifier: MIT
// caught by: case "neighbouring threads take neighbouring values"
// Every second thread works and takes two neighbours: half of each warp waits.

  const int stride = gridDim.x * blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread % 2 != 0) return;
  for (long long i = first + thread; i < last; i += stride) {
    y[i] = a * x[i] + y[i];
    if (i + 1 < last) y[i + 1] = a * x[i + 1] + y[i + 1];
  }
