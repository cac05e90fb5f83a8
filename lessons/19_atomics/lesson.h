// SPDX-License-Identifier: MIT
// The contract of lesson 19: what exercise.cu and solution.cu both define.
#pragma once

/// A value is a byte, so there are this many different values.
constexpr int kBins = 256;

/// A grid has at most this many blocks.
constexpr int kMostBlocks = 2048;

/// Counts how often each value occurs, a histogram:
///   counts[v] += number of i in [0, n) with data[i] == v,  for v in [0, kBins)
/// What stands in `counts` before is kept and added to. `data` holds n bytes,
/// `counts` kBins numbers; both lie on the device and do not overlap.
/// 0 <= n <= 2^30, 1 <= blocks <= kMostBlocks. One launch, of so many blocks;
/// does not wait for it. A launch that fails ends the program.
void count_values(const unsigned char* data, unsigned* counts, int n,
                  int blocks);
