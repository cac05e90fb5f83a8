// SPDX-License-Identifier: MIT
// The contract of lesson 59: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_bf16.h>

/// For each head: out = softmax(q k^T / sqrt(dim)) v, the softmax over each
/// row. Each of the four holds `heads` matrices of `length` rows (tokens) of
/// `dim` values, one after the other, row by row, on the device; they do not
/// overlap and begin at a multiple of 16 bytes. `dim` is 64 or 128; `heads` is
/// 0 to 65535, `length` 0 to 2^20. With `causal`, row i takes part only in the
/// keys 0 to i. Values of q, k and v are finite; a head that holds others gets
/// any result, and no other head sees them.
///
/// Scores, sums and the softmax are floats; the weights may be rounded to bf16.
/// One launch (none where out is empty); does not wait for it. A call that
/// fails ends the program.
void attend(const __nv_bfloat16* q, const __nv_bfloat16* k,
            const __nv_bfloat16* v, __nv_bfloat16* out, int heads, int length,
            int dim, bool causal);
