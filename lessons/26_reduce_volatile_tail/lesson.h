// SPDX-License-Identifier: MIT
// The contract of lesson 26: what exercise.cu and solution.cu both define.
#pragma once

/// One sum for each block of the grid, as in lesson 24:
///   sums[b] = sum of all in[i] with (i / threads) % blocks == b,
/// or 0 when there are none; sums wrap around like unsigned numbers. `in`
/// holds n integers, which do not change, `sums` holds `blocks`; both are on
/// the device. n is in [0, 2^30), blocks in [1, 65536], threads is 64, 128,
/// 256, 512 or 1024. One launch of `blocks` blocks of `threads` threads with
/// `threads` integers of dynamic shared memory; does not wait for it. A launch
/// that fails ends the program.
void reduce(const int* in, int* sums, int n, int blocks, int threads);
