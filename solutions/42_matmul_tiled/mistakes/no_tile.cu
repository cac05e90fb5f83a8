// SPDX-License-Identifier: MIT
// caught by: case "a value is loaded once for a tile"
// The product of lesson 41: two loads for each product.

  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
