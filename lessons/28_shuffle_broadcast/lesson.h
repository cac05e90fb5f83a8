// SPDX-License-Identifier: MIT
// The contract of lesson 28: what exercise.cu and solution.cu both define.
#pragma once

/// Each row has a list. Appends to the list of row r the place of every sample
/// above `limit` in that row: places count from 0 within the row, and come in
/// any order.
/// `samples` holds `rows` rows of `width` ints, one row after the other. The
/// list of row r begins at lists + r * width. It holds sizes[r] places already,
/// which stay as they are; afterwards sizes[r] counts the new ones too. There
/// is room for them. All three arrays are on the device and do not overlap;
/// `samples` does not change.
/// `rows` and `width` are 0 (nothing happens) to 500,000, and rows * width is
/// below 2^31. One launch; does not wait for it. A launch that fails ends the
/// program.
void append_above(const int* samples, int* lists, int* sizes, int rows,
                  int width, int limit);
