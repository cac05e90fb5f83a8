// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// One value per thread and no guard: threads beyond the end use what is not
// theirs.

  const long long i = first + blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a * x[i] + y[i];
  (void)last;
