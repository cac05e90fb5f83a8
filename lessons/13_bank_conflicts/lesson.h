// SPDX-License-Identifier: MIT
// The contract of lesson 13: what exercise.cu and solution.cu both define.
#pragma once

/// Transposes a matrix: out[c * rows + r] = in[r * columns + c].
/// `in` holds `rows` rows of `columns` floats, `out` holds `columns` rows of
/// `rows` floats; both are on the device and do not overlap. 0 to 2^31 - 1
/// elements in 0 to 2097120 rows (the grid has at most 65535 blocks in y, of 32
/// rows each); with 0 elements nothing happens. One launch; does not wait for
/// it. A launch that fails ends the program.
void transpose(const float* in, float* out, int rows, int columns);
