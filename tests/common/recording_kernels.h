// SPDX-License-Identifier: MIT
// Launches for recording_test.cpp.
#pragma once

/// y += 3 * x over 128 values: 4 warps, 4 sectors for each of their accesses.
void launch_add_scaled(const float* x, float* y);
/// y = 1 for the first 32 values: 1 warp.
void launch_set_one(float* y);
