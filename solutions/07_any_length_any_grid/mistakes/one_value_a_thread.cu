// SPDX-License-Identifier: MIT
// caught by: case "works for any length and any grid"
// A guard but no loop: with fewer threads than values the rest stays as it was.

  const long long i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < last) y[i] = a * x[i] + y[i];
