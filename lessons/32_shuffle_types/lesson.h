// SPDX-License-Identifier: MIT
// The contract of lesson 32: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_fp16.h>

/// Sums segments of `width` neighbours: with s = i / width, sums[s] is the sum
/// of in[s width] ... in[s width + width - 1]; the last segment may be shorter.
/// `width` is 1, 2, 4, 8, 16 or 32. `in` holds `count` values (0: nothing
/// happens), `sums` holds (count + width - 1) / width; both are on the device
/// and do not overlap. No sum leaves the range of its type. One launch; does
/// not wait for it. A launch that fails ends the program.
void sum_segments(const int* in, int* sums, int count, int width);
void sum_segments(const long long* in, long long* sums, int count, int width);
void sum_segments(const double* in, double* sums, int count, int width);

/// The same for pairs of half-precision values: x and y are summed apart, and
/// in float, since half has 11 bits only: 2048 + 1 is 2048 there.
void sum_segments(const __half2* in, float2* sums, int count, int width);
