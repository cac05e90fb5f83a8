// SPDX-License-Identifier: MIT
// The contract of lesson 28: what exercise.cu and solution.cu both define.
#pragma once

/// Groups of `width` neighbours each have a leader; from every value its
/// leader's value is taken away:
///   out[i] = in[i] - in[i / width * width + leader % width]
/// `width` is 1, 2, 4, 8, 16 or 32. `leader` is 0 or more and counts within the
/// group; `width` and above wrap, so leader 5 of a group of 4 is its lane 1.
/// `in` and `out` hold `count` ints (0: nothing happens), are on the device and
/// do not overlap. The last group may be shorter: a leader behind the end
/// counts as 0. No difference leaves the range of an int. One launch; does not
/// wait for it. A launch that fails ends the program.
void subtract_leader(const int* in, int* out, int count, int width, int leader);
