// SPDX-License-Identifier: MIT
// The contract of lesson 04: what exercise.cu and solution.cu both define.
#pragma once

/// Halves n floats on the device: values[i] = values[i] / 2 for i from 0 to
/// n - 1. `values` is an array in host memory, page-locked or not; 1 <= n <=
/// 2^30. When the function returns, the results are there, and what it made by
/// CUDA calls is given back: all memory is free again.
void halve(float* values, int n);
