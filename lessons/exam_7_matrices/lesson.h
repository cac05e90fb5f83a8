// SPDX-License-Identifier: MIT
// The contract of exam 7: what exercise.cu and solution.cu both define.
#pragma once

/// Multiplies the transpose of a matrix by the matrix: G = A^T A, which is
///   g[i * n + j] = sum of a[r * n + i] * a[r * n + j] for r in [0, m).
/// `a` has m rows of n floats, `g` n rows of n; both are on the device and do
/// not overlap, and only `g` changes. m and n are in [0, 2^15]; with m = 0 the
/// result is 0, with n = 0 nothing happens. One launch; does not wait for it. A
/// launch that fails ends the program.
void gram(const float* a, float* g, int m, int n);
