// SPDX-License-Identifier: MIT
// The contract of exam 5: what exercise.cu and solution.cu both define.
#pragma once

/// What is found in each row; all arrays are on the device. Row r has its runs
/// at 32 r, 32 r + 1, ...; the places after its last run are not touched.
struct Runs {
  int* count;       // per row: how many runs
  int* longest;     // per row: which of its runs is the longest, from 0; of
                    // equally long ones the first
  int* keys;        // per run: the key that all its elements have
  int* lengths;     // per run: number of elements, 1 to 32
  long long* sums;  // per run: the sum of its values
};

/// Finds the runs of each row. Element i has the key keys[i] and the value
/// values[i], i from 0 to count - 1. Rows have 32 elements, the last one has
/// what is left. A run is a part of a row, as long as possible, in which all
/// keys are equal. `keys` and `values` hold `count` ints on the device (0:
/// nothing happens) and do not change. One launch; does not wait for it. A
/// launch that fails ends the program.
void find_runs(const int* keys, const int* values, int count, Runs runs);
