// SPDX-License-Identifier: MIT
// The contract of lesson 44: what exercise.cu and solution.cu both define.
#pragma once

/// Multiplies two matrices: C = A B, which is
///   c[i * n + j] = sum of a[i * k + l] * b[l * n + j] for l in [0, k).
/// `a` has m rows of k floats, `b` k rows of n, `c` m rows of n; all are on the
/// device and begin at multiples of 16 bytes, only `c` changes, and it overlaps
/// neither `a` nor `b`. m, n and k are in [0, 2^15]; with k = 0 the result is
/// 0, with m = 0 or n = 0 nothing happens. One launch; does not wait for it. A
/// launch that fails ends the program.
void multiply(const float* a, const float* b, float* c, int m, int n, int k);
