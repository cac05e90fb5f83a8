// SPDX-License-Identifier: MIT
// The contract of lesson 03: what exercise.cu and solution.cu both define.
#pragma once

/// Mirrors each row of a picture, so that left becomes right:
/// out[row * width + column] = in[row * width + width - 1 - column] for row
/// from 0 to height - 1 and column from 0 to width - 1. `in` and `out` hold
/// width * height ints each, row after row; both are on the device and do not
/// overlap. Each place of `out` is written once, and nothing else is written.
/// 1 <= width <= 1,000,000. 1 <= height <= 524,280, which is 65535 blocks of 8
/// rows: a grid has at most 65535 blocks in y. width * height <= 2,000,000,000,
/// so that each index fits in an int. One launch of blocks of 32 x 8 threads;
/// does not wait for it.
void mirror(const int* in, int* out, int width, int height);
