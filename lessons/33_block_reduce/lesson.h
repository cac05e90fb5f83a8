// SPDX-License-Identifier: MIT
// The contract of lesson 33: what exercise.cu and solution.cu both define.
#pragma once

enum class Operator { kSum, kProduct, kMin, kMax };

/// Reduces each row in stretches of `threads` neighbours, a block for each
/// stretch: with first = i / threads * threads,
///   out[r columns + i] = in[r columns + first] op in[r columns + first + 1]
///                        op ... , up to the end of the stretch or of the row
/// in any order. `threads` is 1 to 1024, also when 32 does not divide it. `in`
/// and `out` hold rows * columns ints (0: nothing happens), are on the device
/// and do not overlap. No result of any part leaves the range of an int. One
/// launch; does not wait for it. A launch that fails ends the program.
void reduce_stretches(const int* in, int* out, int rows, int columns,
                      int threads, Operator op);
