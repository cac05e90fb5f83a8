// SPDX-License-Identifier: MIT
// The contract of lesson 40: what exercise.cu and solution.cu both define.
#pragma once

/// Transposes a matrix: out[c * rows + r] = in[r * columns + c].
/// `in` holds `rows` rows of `columns` floats and does not change, `out` holds
/// `columns` rows of `rows` floats; both are on the device, begin at a multiple
/// of 16 bytes and do not overlap. rows and columns are in [0, 2^20], and their
/// product is below 2^31; with 0 elements nothing happens. One launch; does not
/// wait for it. A launch that fails ends the program.
void transpose(const float* in, float* out, int rows, int columns);
