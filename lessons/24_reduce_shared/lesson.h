// SPDX-License-Identifier: MIT
// The contract of lesson 24: what exercise.cu and solution.cu both define.
#pragma once

/// One sum for each block of the grid. Walking through `in`, the first
/// `threads` values belong to block 0, the next to block 1, ... and after the
/// last block it starts again with block 0:
///   sums[b] = sum of all in[i] with (i / threads) % blocks == b,
/// or 0 when there are none. `in` holds n floats, which do not change, `sums`
/// holds `blocks`; both are on the device. n is in [0, 2^30), blocks in
/// [1, 65536], threads is 1, 2, 4, ... or 1024. One launch of `blocks` blocks
/// of `threads` threads with at most `threads` floats of shared memory; does
/// not wait for it. A launch that fails ends the program.
void reduce(const float* in, float* sums, int n, int blocks, int threads);
