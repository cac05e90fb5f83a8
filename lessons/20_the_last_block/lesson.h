// SPDX-License-Identifier: MIT
// The contract of lesson 20: what exercise.cu and solution.cu both define.
#pragma once

/// `sum` launches at most this many blocks.
constexpr int kMostBlocks = 64;

/// Adds in[0] ... in[count - 1] in one launch and stores the sum in *total. For
/// 0 values it is 0. `in` holds `count` ints, `partials` is room for
/// kMostBlocks ints, `finished` and `total` are one number each: all on the
/// device. *finished is 0 before the call and again when the kernel has ended;
/// *total and the partials may hold anything before. No sum leaves the range of
/// an int. Does not wait for the kernel. A launch that fails ends the program.
void sum(const int* in, int* partials, unsigned* finished, int* total,
         int count);
