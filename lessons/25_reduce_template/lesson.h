// SPDX-License-Identifier: MIT
// The contract of lesson 25: what exercise.cu and solution.cu both define.
#pragma once

/// One sum for each block of the grid, as in lesson 24:
///   sums[b] = sum of all in[i] with (i / threads) % blocks == b,
/// or 0 when there are none. `in` holds n floats, which do not change, `sums`
/// holds `blocks`; both are on the device. n is in [0, 2^29), blocks in
/// [1, 65536]. `threads` is 32, 64, 128, 256, 512 or 1024; for any other number
/// nothing is launched and the answer is false. Otherwise one launch of
/// `blocks` blocks of `threads` threads, and the answer is true; does not wait
/// for the launch. A launch that fails ends the program.
bool reduce(const float* in, float* sums, int n, int blocks, int threads);

/// The same by the rung of rungs.cuh; the check compares your counts with its.
bool reduce_before(const float* in, float* sums, int n, int blocks,
                   int threads);
