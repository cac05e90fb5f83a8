// SPDX-License-Identifier: MIT
// The contract of lesson 20: what exercise.cu and solution.cu both define.
#pragma once

/// Data and a flag. Whoever sees `ready` as 1 may use `total`; before that it
/// means nothing.
struct Message {
  int total, ready;
};

/// `sum_to_host` uses at most this many blocks.
constexpr int kMostBlocks = 64;

/// Adds in[0] ... in[count - 1] and sends the sum to the host, in one launch:
/// message->total, then message->ready = 1. For 0 values the sum is 0. `in`
/// holds `count` ints, `partials` is room for kMostBlocks ints, `finished` is
/// one number: all on the device. *finished is 0 before the call and again when
/// the kernel has ended. `message` is page-locked host memory with ready = 0.
/// No sum leaves the range of an int. Does not wait for the kernel. A launch
/// that fails ends the program.
void sum_to_host(const int* in, int* partials, unsigned* finished,
                 Message* message, int count);

/// One block sends `value` to another one, which stores it in *got. `message`
/// (with ready = 0) and `got` are on the device. One launch; does not wait for
/// it. A launch that fails ends the program.
void send_to_block(int value, Message* message, int* got);
