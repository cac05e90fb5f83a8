// SPDX-License-Identifier: MIT
// The contract of lesson 35: what exercise.cu and solution.cu both define.
#pragma once

/// Multiplies a matrix by a vector: y = A x, which is
///   y[r] = sum of a[r * n + c] * x[c] for c in [0, n).
/// `a` has m rows of n doubles, `x` n doubles, `y` m; all are on the device and
/// begin at a multiple of 16 bytes. Only `y` changes; it overlaps neither `a`
/// nor `x`. m and n are in [0, 2^20], and m * n is below 2^31; with n = 0 the
/// result is 0, with m = 0 nothing happens. One launch; a launch that fails
/// ends the program.
void matvec(const double* a, const double* x, double* y, int m, int n);
