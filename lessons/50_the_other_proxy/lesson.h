// SPDX-License-Identifier: MIT
// The contract of lesson 50: what exercise.cu and solution.cu both define.
#pragma once

constexpr int kBins = 256;  // one for each value of a pixel

/// For each of `frames` frames of `each` pixels, one byte per pixel, one frame
/// after the other: bins[frame * kBins + v] = how many pixels have the value v,
/// and most[frame] = the value that most of them have, of several the lowest.
/// `pixels` and `bins` begin at a multiple of 16 bytes, `each` is a multiple of
/// 16 and may be 0, and so may `frames`. `finished` is scratch memory, one
/// word. What the last three pointers refer to may hold anything. All are on
/// the device and do not overlap. Does not wait for the one kernel. A call that
/// fails ends the program.
void count_frames(const unsigned char* pixels, int frames, int each,
                  unsigned* bins, int* most, unsigned* finished);
