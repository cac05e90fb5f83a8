// SPDX-License-Identifier: MIT
// The contract of lesson 27: what exercise.cu and solution.cu both define.
#pragma once

/// A warp works on this many neighbouring values: eight for each lane.
constexpr int kStretch = 256;

/// The long way has this many rounds.
constexpr int kRounds = 256;

/// Odd values take the long way, even values the short one:
///   long:  kRounds times x = reverse(x) + round, with round = 0, 1, 2, ...
///   short: x = x / 2
/// where reverse() puts the 32 bits of x in reverse order and sums are modulo
/// 2^32. out[i] is the result for in[i]. Both hold `count` values (0: nothing
/// happens), are on the device and do not overlap. One launch; does not wait
/// for it. A launch that fails ends the program.
void two_ways(const unsigned* in, unsigned* out, int count);
