// SPDX-License-Identifier: MIT
// caught by: case "one row with most of the nonzeros"
// Rung 3: the mean says nothing about the longest row.

void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  rungs::multiply_lanes(starts, columns, values, x, y, rows, nonzeros);
}
