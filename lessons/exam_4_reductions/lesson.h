// SPDX-License-Identifier: MIT
// The contract of exam 4: what exercise.cu and solution.cu both define.
#pragma once

/// The smallest and the largest of some values, and where each stands. Of
/// several equal values the one with the smallest index counts; 0 and -0 are
/// equal.
struct Extremes {
  float low, high;
  int low_at, high_at;
};

/// *result = the extremes of in[0] ... in[n - 1]. All pointers are on the
/// device; `in` holds n finite values, which do not change; `partial` has room
/// for one entry of each block, for your own use. n is in [1, 2^30), blocks in
/// [1, 65536], threads is 32, 64, 128, ... or 1024. Two launches: `blocks`
/// blocks of `threads` threads, then one block of `threads` threads. Does not
/// wait for them. A launch that fails ends the program.
void find_extremes(const float* in, int n, Extremes* partial, Extremes* result,
                   int blocks, int threads);
