// SPDX-License-Identifier: MIT
// The contract of lesson 23: what exercise.cu and solution.cu both define.
#pragma once

/// The sum of in[0] ... in[count - 1]. `in` holds `count` ints on the device
/// and is the same afterwards; 0 values have the sum 0. No sum leaves the range
/// of an int. Waits for the result. Whatever it allocates on the device it also
/// frees. A call that fails ends the program.
int device_sum(const int* in, int count);

/// The same for `count` ints in the memory of the host.
int host_sum(const int* values, int count);
