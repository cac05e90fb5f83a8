// SPDX-License-Identifier: MIT
// caught by: case "the tile takes 4096 bytes"
// No shared memory, no conflict: but each value is loaded 64 times.

  unsigned sum = 0;
  const unsigned* const matrix = in + blockIdx.x * size * size;
  for (int k = 0; inside && k < size; ++k) {
    sum += matrix[y * size + k] * matrix[x * size + k];
  }
