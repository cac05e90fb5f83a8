// SPDX-License-Identifier: MIT
// The contract of lesson 07: what exercise.cu and solution.cu both define.
#pragma once

/// Computes y[i] = a * x[i] + y[i] for i from `first` to `last` - 1, by one
/// launch of `blocks` blocks of `threads` threads; does not wait for it.
/// `x` and `y` point to place 0 of two arrays of floats on the device, which do
/// not overlap. The arrays may be longer than the part: only the places from
/// `first` to `last` - 1 may be touched.
/// 0 <= first <= last <= 2^40. The grid may have fewer threads than the part
/// has values, or more; it has at most 2^30 in all.
void add_scaled(float a, const float* x, float* y, long long first,
                long long last, int blocks, int threads);
