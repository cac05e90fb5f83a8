// SPDX-License-Identifier: MIT
// The contract of lesson 16: what exercise.cu and solution.cu both define.
#pragma once

/// How shared memory is built. All have 32 banks.
enum class Banks {
  kFourByte,     // today, since compute capability 5.0
  kKeplerFour,   // compute capability 3.x, 4-byte mode
  kKeplerEight,  // compute capability 3.x, 8-byte mode
};

constexpr int kWords = 2048;  // of 4 bytes, in shared memory

/// Passes that one load of a warp takes: lane i loads the 4 bytes of
/// word[i], 0 to kWords - 1, or takes no part where word[i] is -1. `word` holds
/// 32 numbers on the host. 0 when no lane takes part. No device is used.
int predict_passes(const int* word, Banks banks);

/// Makes that load on the current device, in one warp: out[i] = word[i] for
/// the lanes that take part. `word` and `out` hold 32 numbers on the device.
/// Waits for nothing. A launch that fails ends the program.
void load_words(const int* word, int* out);
