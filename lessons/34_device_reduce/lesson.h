// SPDX-License-Identifier: MIT
// The contract of lesson 34: what exercise.cu and solution.cu both define.
#pragma once

enum class Operator { kSum, kMin, kMax };

/// `reduce` keeps at most this many partial results.
constexpr int kMostPartials = 4096;

/// *out = in[0] op in[1] op ... op in[count - 1], in any order. For 0 values
/// it is 0 for kSum, INT_MAX for kMin, INT_MIN for kMax. `in` holds `count`
/// ints, fewer than 2^31 - 8192; `partials` is room for kMostPartials ints;
/// both begin at a multiple of 16 bytes, as cudaMalloc gives it. All three are
/// on the device and do not overlap. No sum leaves the range of an int. At most
/// two launches; does not wait for them. A launch that fails ends the program.
void reduce(const int* in, int* out, int* partials, long long count,
            Operator op);

/// Block b looks at `threads` neighbours, in[b threads] ...: lows[b] is the
/// least of them, highs[b] the greatest; the last block may have fewer values.
/// `threads` is 1 to 1024, also when 32 does not divide it. `in` holds `count`
/// ints (0: nothing happens), the other two (count + threads - 1) / threads;
/// all are on the device and do not overlap. One launch; does not wait for it.
/// A launch that fails ends the program.
void block_ranges(const int* in, int* lows, int* highs, int count, int threads);
