// SPDX-License-Identifier: MIT
// The contract of lesson 02: what exercise.cu and solution.cu both define.
#pragma once

/// The fewest blocks of `threads` threads that have at least n threads in all:
/// n / threads, rounded up. 1 <= n <= 2,000,000,000 and 1 <= threads <= 256.
/// The largest int is 2,147,483,647. So n + threads fits in an int, and so does
/// the number of the last thread, which is n + threads - 2 at most.
int blocks_for(int n, int threads);

/// Mixes two tracks of sound: sum[i] = left[i] + right[i] for i from 0 to n
/// - 1. `left`, `right` and `sum` hold n floats each; all are on the device and
/// do not overlap. Each place of `sum` is written once, and nothing else is
/// written. n and `threads` as above. One launch of blocks_for(n, threads)
/// blocks of `threads` threads; does not wait for it.
void mix(const float* left, const float* right, float* sum, int n, int threads);
