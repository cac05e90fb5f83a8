// SPDX-License-Identifier: MIT
// The contract of lesson 56: what exercise.cu and solution.cu both define.
#pragma once

constexpr int kKept = 8192;  // values of a row that a block can keep

/// The softmax of each row of a matrix: with m the largest value of row r,
///   out[r][c] = exp(in[r][c] - m) / sum of exp(in[r][k] - m) over all k.
/// `in` and `out` hold `rows` x `columns` floats, row by row; both are on the
/// device, begin at a multiple of 16 bytes and do not overlap. Only `out`
/// changes. -infinity stands for a masked value and becomes 0; a row of masked
/// values alone becomes 0 everywhere. A row with a NaN or +infinity becomes NaN
/// everywhere. rows is in [0, 2^31), columns in [0, 100000]; if one is 0,
/// nothing happens. One launch; does not wait for it. A launch that fails ends
/// the program.
void softmax(const float* in, float* out, int rows, int columns);
