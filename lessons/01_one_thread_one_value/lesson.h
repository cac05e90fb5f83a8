// SPDX-License-Identifier: MIT
// The contract of lesson 01: what exercise.cu and solution.cu both define.
#pragma once

/// The negative of one row of a grey picture: out[i] = 255 - in[i] for i from 0
/// to n - 1. `in` and `out` hold n ints each; both are on the device and do not
/// overlap. Values are 0 (black) to 255 (white). 1 <= n <= 1024. One launch of
/// one block with n threads; does not wait for it.
void invert(const int* in, int* out, int n);
