// SPDX-License-Identifier: MIT
// The contract of lesson 39: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_runtime_api.h>

constexpr int kThreads = 256;  // threads per block
constexpr int kEach = 16;      // neighbouring values that a thread keeps
constexpr int kPerBlock = kThreads * kEach;

/// Takes x through `steps` steps (0 or more), all modulo 2^32:
///   x[j] = x[j - 1] + 2 * x[j] + x[j + 1],
/// where the right side means the values before the step; x[-1] and x[n] are 0.
/// `x` holds `n` values (0 to 2^30) on the device. `edges` has room for four
/// values per block, and blocks are ceil(n / kPerBlock); it comes with rubbish
/// and may keep any. They do not overlap.
/// One cooperative launch in the default stream (none for n = 0); does not wait
/// for it. Returns what the launch returned: with more than most_values() that
/// is cudaErrorCooperativeLaunchTooLarge, and x stays as it is.
cudaError_t smooth(unsigned* x, unsigned* edges, int n, int steps);

/// How many values fit in one call of smooth() on the current device.
int most_values();
