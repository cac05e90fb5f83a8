// SPDX-License-Identifier: MIT
// The contract of lesson 47: what exercise.cu and solution.cu both define.
#pragma once

constexpr int kTaps = 9;        // values that a result is made of
constexpr int kThreads = 128;   // of a block
constexpr int kWidth = 512;     // columns of a block, 4 per thread
constexpr int kBlocksEach = 2;  // blocks per multiprocessor

/// What the values of a window count.
struct Weights {
  float of[kTaps];
};

/// Smooths each row of a matrix:
///   out[r][c] = sum of weights.of[j] * in[r][c + j - 4] for j in [0, 9),
/// where values left of column 0 and right of the last one count as 0,
/// whatever lies there. `in` and `out` are on the device, begin at multiples of
/// 16 bytes and do not overlap; a row begins `pitch` floats after the one
/// before it. Only `columns` floats of each row of `out` change, nothing else
/// does. rows and columns are in [0, 2^20], pitch is a multiple of 4 and at
/// least `columns`. `stages` is 2, 3, 4, 6 or 8: a block has so many rows in
/// shared memory. One launch (none where out is empty); does not wait for it. A
/// launch that fails ends the program.
void smooth(const float* in, float* out, int rows, int columns, int pitch,
            const Weights& weights, int stages);
