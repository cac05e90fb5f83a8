// SPDX-License-Identifier: MIT
// The contract of lesson 14: what exercise.cu and solution.cu both define.
#pragma once

/// Multiplies each of `count` square matrices A by its own transpose:
///   out[y][x] = sum over k of in[y][k] * in[x][k],
/// the products of all pairs of rows, modulo 2^32. A matrix has `size` x `size`
/// values, row by row; 0 <= size <= 32. `in` and `out` hold `count` matrices,
/// one after the other, on the device, and do not overlap. With 0 matrices or
/// size 0 nothing happens. One launch, one block per matrix; does not wait for
/// it. A launch that fails ends the program.
void multiply_rows(const unsigned* in, unsigned* out, int count, int size);
