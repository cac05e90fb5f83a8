// SPDX-License-Identifier: MIT
// The contract of exam 6: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_runtime_api.h>

/// One round: every value becomes the largest of itself, its left and its right
/// neighbour, all of them computed from the values before the round. x[0] has
/// no left, x[n - 1] no right neighbour. Rounds are made until one changes
/// nothing; `x` then holds the result, and `*rounds` the number of rounds that
/// changed something.
/// `x` and `scratch` hold `n` values each (0 to 2^24) on the device and do not
/// overlap; scratch comes with rubbish and may keep any. `rounds` is one int on
/// the device. One launch in the default stream (none for n = 0, and then
/// `*rounds` stays as it is); does not wait for it.
/// Returns what the launch returned.
cudaError_t spread(int* x, int* scratch, int n, int* rounds);
