// SPDX-License-Identifier: MIT
// The contract of lesson 18: what exercise.cu and solution.cu both define.
#pragma once

/// Threads of a block, and values that a block works on.
constexpr int kBlock = 256;

/// For each value, the sum of all others in its group of kBlock neighbours:
///   out[i] = (sum of the group of i) - in[i]   modulo 2^32,
/// where group g holds values g * kBlock to g * kBlock + kBlock - 1, the last
/// one what is left. `in` and `out` hold n values on the device and do not
/// overlap; 0 <= n < 2^31 - kBlock, with 0 nothing happens. One launch, one
/// block per group; does not wait for it. A launch that fails ends the program.
void sum_of_others(const unsigned* in, unsigned* out, int n);
