// SPDX-License-Identifier: MIT
// The contract of lesson 58: what exercise.cu and solution.cu both define.
#pragma once

/// Multiplies a sparse matrix by a vector, y = A x. The matrix lies in CSR
/// form: its nonzeros row by row, those of row r at the places k from starts[r]
/// up to starts[r + 1], which is not one of them:
///   y[r] = sum of values[k] * x[columns[k]] over these k; 0 if there is none.
/// `starts` holds rows + 1 ints, from 0 up to `nonzeros`, `columns` and
/// `values` hold `nonzeros`, `y` holds `rows` floats; columns[k] is a place in
/// `x`, and a row may name it twice. All are on the device and begin at a
/// multiple of 16 bytes; only `y` changes, and it overlaps nothing. rows +
/// nonzeros is below 2^31 - 2^20; with rows = 0 nothing happens. The sum may be
/// formed in any order. Does not wait for the device. A call that fails ends
/// the program.
void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros);
