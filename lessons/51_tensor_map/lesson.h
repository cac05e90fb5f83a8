// SPDX-License-Identifier: MIT
// The contract of lesson 51: what exercise.cu and solution.cu both define.
#pragma once

/// out(r, c) = the sum of the nine values around in(r, c), weighted by 1/16 of
/// 1 2 1, 2 4 2, 1 2 1; what would lie outside of the matrix counts as 0. `in`
/// and `out` hold `rows` x `columns` floats on the device (0 to 65536 each);
/// value (r, c) is at r * pitch + c. They begin at a multiple of 16 bytes, do
/// not overlap, and pitch is a multiple of 4, at least `columns`. What lies
/// between the rows of `in` may be anything. Between those of `out` nothing is
/// written, but up to the next multiple of 4 columns. One launch (none where
/// the matrix is empty); does not wait for it. A map that the driver refuses
/// throws, another call that fails ends the program.
void blur(const float* in, float* out, int rows, int columns, int pitch);
