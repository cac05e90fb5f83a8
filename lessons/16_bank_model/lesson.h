// SPDX-License-Identifier: MIT
// The contract of lesson 16: what exercise.cu and solution.cu both define.
#pragma once

constexpr int kBytes = 16384;  // of shared memory

/// Wavefronts of one request of a warp to shared memory. Lane i moves `width`
/// bytes, 4, 8 or 16, from byte[i] on: a multiple of `width` below kBytes; or
/// the lane takes no part, where byte[i] is -1. `byte` holds 32 numbers on the
/// host. `load` is false for a store. Each of the 32 banks is `bank_bytes`
/// wide: 4, or 8 with a `width` of 4 or 8. 0 when no lane takes part. Uses no
/// device.
int predict_wavefronts(const int* byte, int width, bool load, int bank_bytes);

/// Makes that request on the current device, in one warp. The word at byte b
/// holds b / 4, or a store puts it there; out[i] = byte[i] / 4 for the lanes
/// that take part. `byte` and `out` hold 32 numbers on the device. Waits for
/// nothing. A launch that fails ends the program.
void make_request(const int* byte, int width, bool load, int* out);
