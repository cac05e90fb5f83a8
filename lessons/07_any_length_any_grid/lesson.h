// SPDX-License-Identifier: MIT
// The contract of lesson 07: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_runtime_api.h>

/// Computes y[i] = a * x[i] + y[i] for i in [0, n) on the device, with one
/// launch of `blocks` blocks of `threads` threads.
/// `x` and `y` are arrays of n floats on the host. `dx` and `dy` are room for
/// n floats each on the device: x and y are copied there, the kernel changes
/// the copy of y, and the copy comes back into `y`. No array overlaps another.
/// 0 <= n <= 2^30. The grid may have fewer threads than n, or more, and has at
/// most 2^30 in all, so that the index of a thread's next value fits in an int.
/// Returns cudaSuccess when all went well. When a CUDA call or the launch
/// fails, returns that error at once: no later call is made.
cudaError_t add_scaled(float a, const float* x, float* y, float* dx, float* dy,
                       int n, int blocks, int threads);
