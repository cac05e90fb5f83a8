// SPDX-License-Identifier: MIT
// The contract of lesson 54: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_bf16.h>

/// c = a * b^T: c[i][j] is the sum over l of a[i][l] * b[j][l]. `a` has m rows
/// of k values, `b` n rows of k, `c` m rows of n, all stored row by row on the
/// device, without gaps; a and b begin at a multiple of 16 bytes. m is 1 to
/// 8192; n and k are multiples of 8 from 8 to 8192. Products are exact and are
/// added up in float. One launch; does not wait for it. A launch that fails
/// ends the program.
void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int m,
              int n, int k);
