// SPDX-License-Identifier: MIT
// The contract of lesson 21: what exercise.cu and solution.cu both define.
#pragma once

/// Data and a flag. Whoever sees `ready` as 1 may use `total`; before that it
/// means nothing.
struct Message {
  int total, ready;
};

/// Adds `parts` parts of `length` ints each, in one launch of one block. The
/// sum of part p is sent as messages[p] as soon as it is known; the kernel goes
/// on when the host has received it. sums[p] is what the host received. Returns
/// how many sums came: `parts`, or fewer when a flag was not set.
/// `in` is on the device. `messages`, one for each part, with ready = 0, and
/// the int `taken` are page-locked host memory; `sums` is on the host. Waits
/// for the kernel. No sum leaves the range of an int; a launch that fails ends
/// the program.
int sum_parts(const int* in, int parts, int length, Message* messages,
              int* taken, int* sums);

/// One block sends `value` to another one, which stores it in *got. `message`
/// (with ready = 0) and `got` are on the device. One launch; does not wait for
/// it. A launch that fails ends the program.
void send_to_block(int value, Message* message, int* got);
