// SPDX-License-Identifier: MIT
// caught by: case "rows of 32 nonzeros"
// caught by: case "rows of 0 to 3 nonzeros"
// caught by: case "one row with most of the nonzeros"
// Rung 1: the lanes of a warp are a row apart, and one of them has the long row.

void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  rungs::multiply_thread(starts, columns, values, x, y, rows, nonzeros);
}
