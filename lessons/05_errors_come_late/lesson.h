// SPDX-License-Identifier: MIT
// The contract of lesson 05: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_runtime_api.h>

/// Computes y[i] = a * x[i] + y[i] for i in [0, n) on the device, with one
/// launch of `blocks` blocks of `threads` threads: at least n in all.
/// `x` and `y` are arrays of n floats on the host, 1 <= n <= 2^30; they do not
/// overlap. The results come back into `y`.
/// Returns cudaSuccess when all went well. When a CUDA call or the launch
/// fails, returns that error, the first one; errors of cudaFree do not count.
/// After it the function allocates, copies, launches and waits no more. What
/// `y` holds then is open. In each case what the function made by CUDA calls is
/// given back: all memory is free again.
cudaError_t add_scaled(float a, const float* x, float* y, int n, int blocks,
                       int threads);
