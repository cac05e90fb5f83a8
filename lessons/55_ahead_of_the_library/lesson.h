// SPDX-License-Identifier: MIT
// The contract of lesson 55: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_bf16.h>

/// Multiplies a matrix and a transposed one: c = a b^T, which is
///   c[i * n + j] = sum of a[i * k + l] * b[j * k + l] for l in [0, k),
/// summed in float and rounded to bf16 once. `a` has m rows of k values, `b` n
/// rows of k, `c` m rows of n; all are on the device and begin at multiples of
/// 16 bytes, only `c` changes, and it overlaps neither `a` nor `b`. n and k are
/// multiples of 8, so that each row begins at a multiple of 16 bytes, too. k is
/// at least 8; m, n and k are at most 2^15. With m = 0 or n = 0 nothing
/// happens. One launch; does not wait for it. A launch that fails ends the
/// program.
void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c,
              int m, int n, int k);
