// SPDX-License-Identifier: MIT
// The contract of lesson 52: what exercise.cu and solution.cu both define.
#pragma once

#include <cstdint>

constexpr int kBins = 65536;  // one for each value of 16 bits

/// bins[v] = how many of the `count` values are v. `values` (0 to 2^30 of
/// them, beginning at any multiple of 2 bytes) and `bins` (kBins of them, which
/// may hold anything) are on the device and do not overlap. One kernel, one
/// launch; does not wait for it. A call that fails ends the program.
void histogram(const uint16_t* values, int count, unsigned* bins);
