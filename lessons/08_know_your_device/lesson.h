// SPDX-License-Identifier: MIT
// The contract of lesson 08: what exercise.cu and solution.cu both define.
#pragma once

/// A launch: `blocks` blocks of `threads` threads.
struct Shape {
  int blocks, threads;
};

/// Warps of the look-up kernel that one multiprocessor of the current device
/// holds at the same time, when a block has `threads` threads, 1 to the
/// device's limit, and a table of `size` values, 1 to 12000. A warp that is not
/// full counts as one. 0 when such a block does not fit.
int resident_warps(int threads, int size);

/// The launch for n values, 0 < n <= 2^30, and a table of `size` values on the
/// current device. Its blocks have whole warps. Their size is one with which a
/// multiprocessor holds as many warps as with no other size; of several such
/// sizes any is right. There are as many blocks as the device holds at the same
/// time, but none without a value.
Shape choose_shape(int n, int size);

/// Launches the look-up kernel as `shape` says: out[i] = table[in[i]] for i in
/// [0, n). `in` holds numbers in [0, size); `table` holds `size` values, 1 to
/// 12000; all are on the device. Does not wait, and does not look for errors.
void look_up_as(Shape shape, const unsigned short* in, const float* table,
                int size, float* out, int n);

/// The same with the shape that choose_shape gives; nothing for n = 0.
void look_up(const unsigned short* in, const float* table, int size, float* out,
             int n);
