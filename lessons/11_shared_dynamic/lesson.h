// SPDX-License-Identifier: MIT
// The contract of lesson 11: what exercise.cu and solution.cu both define.
#pragma once

/// A result is made from readings at most this many places away.
constexpr int kReach = 3;

/// Averages the good readings near each place of a row:
///   out[r][j] = mean of value[r][k] where |k - j| <= kReach, 0 <= k < columns
///               and good[r][k] is 1; 0 where there is none.
/// The sum goes from small k to large k. A good value may be infinite or no
/// number; then so is the mean. `value` and `out` hold rows x columns doubles,
/// `good` rows x columns bytes, each 0 or 1; all lie on the device and do not
/// overlap. 0 <= columns <= 1024, rows * columns < 2^31; with 0 rows or columns
/// nothing happens. One launch with one block per row and one thread per
/// column; does not wait for it. A launch that fails ends the program.
void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns);
