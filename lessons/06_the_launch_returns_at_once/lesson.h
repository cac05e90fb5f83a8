// SPDX-License-Identifier: MIT
// The contract of lesson 06: what exercise.cu and solution.cu both define.
#pragma once

/// Negates `total` floats of the host on the device, n at a time, through one
/// buffer for each direction: out[i] = -in[i]. `in` and `out` are arrays of the
/// host that do not overlap; 1 <= n, and n divides total, which is at most
/// 2^28. When the function returns, all results are in `out`, and nothing that
/// it queued is in flight.
void negate_all(const float* in, float* out, int total, int n);
