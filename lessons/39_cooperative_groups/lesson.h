// SPDX-License-Identifier: MIT
// The contract of lesson 39: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_runtime_api.h>

/// Takes x through `rounds` rounds of x -> p -> x, all modulo 2^32:
///   p[j] = x[j] + (x[0] + x[16] + x[32] + ...), then
///   x[j] = p[j] + (p[0] + p[16] + p[32] + ...).
/// `x` and `p` hold `n` values each (0 to 2^24) on the device and do not
/// overlap; p comes with rubbish and may keep any. `rounds` is at least 0.
/// One launch in the default stream (none for n = 0); does not wait for it.
/// Returns what the launch returned.
cudaError_t exchange_rounds(unsigned* x, unsigned* p, int n, int rounds);
