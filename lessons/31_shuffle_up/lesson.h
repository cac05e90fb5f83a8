// SPDX-License-Identifier: MIT
// The contract of lesson 31: what exercise.cu and solution.cu both define.
#pragma once

/// Inclusive scan of stretches of `threads` neighbours, a block for each: with
/// first = i / threads * threads,
///   out[i] = in[first] + in[first + 1] + ... + in[i]
/// `threads` is 1 to 1024, also when 32 does not divide it. `in` and `out`
/// hold `count` ints (0: nothing happens), are on the device and do not
/// overlap. No sum leaves the range of an int. One launch; does not wait for
/// it. A launch that fails ends the program.
void scan_blocks(const int* in, int* out, int count, int threads);
