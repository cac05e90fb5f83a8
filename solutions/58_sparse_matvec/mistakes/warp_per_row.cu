// SPDX-License-Identifier: MIT
// caught by: case "rows of 0 to 3 nonzeros"
// caught by: case "one row with most of the nonzeros"
// Rung 2: a warp for each short row, and one for the long row.

void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  rungs::multiply_warp(starts, columns, values, x, y, rows, nonzeros);
}
