// SPDX-License-Identifier: MIT
// The contract of lesson 34: what exercise.cu and solution.cu both define.
#pragma once

enum class Operator { kSum, kMin, kMax };

/// `reduce` keeps at most this many partial results.
constexpr int kMostPartials = 4096;

/// *out = in[first] op in[first + 1] op ... op in[last - 1], in any order. For
/// 0 values it is 0 for kSum, INT_MAX for kMin, INT_MIN for kMax. 0 <= first <=
/// last <= 2^40; 4 divides `first`, and `in` is a multiple of 16 bytes. Only
/// the part may be touched. `partials` is room for kMostPartials ints and may
/// hold anything; *finished is 0 before the call and again when its kernels
/// have ended. All are on the device and do not overlap. No sum leaves the
/// range of an int. At most two launches; does not wait for them. A launch that
/// fails ends the program.
void reduce(const int* in, long long first, long long last, int* out,
            int* partials, unsigned* finished, Operator op);
