// SPDX-License-Identifier: MIT
// The contract of lesson 22: what exercise.cu and solution.cu both define.
#pragma once

/// Values in one message.
constexpr int kValues = 64;

/// Two blocks take turns. In each of `rounds` rounds block 0 makes a message
/// of kValues numbers from in[0] ... in[kValues - 1] (then the next ones), each
/// by `steps` steps of x = 1664525 x + 1013904223 modulo 2^32; block 1 waits
/// for it and adds it to out[0] ... out[kValues - 1]. `in` holds rounds x
/// kValues numbers, `out` kValues, which are 0; `message` is room for kValues
/// numbers; *sent and *taken are 0 before and `rounds` after: all on the
/// device. One launch; does not wait for it. A launch that fails ends the
/// program.
void hand_over(const unsigned* in, unsigned* out, unsigned* message, int* sent,
               int* taken, int rounds, int steps);
