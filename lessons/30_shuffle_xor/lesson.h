// SPDX-License-Identifier: MIT
// The contract of lesson 30: what exercise.cu and solution.cu both define.
#pragma once

/// Groups are 32 neighbours: group g is in[32 g] ... in[32 g + 31]; the last
/// one may be shorter. Every value gets an answer about its whole group. In
/// both functions arrays hold `count` ints (0: nothing happens), are on the
/// device and do not overlap. One launch; does not wait for it. A launch that
/// fails ends the program.

/// sums[i] = the sum of the group of in[i]. It stays in the range of an int.
void sum_everywhere(const int* in, int* sums, int count);

/// places[i] = the index in `in` of the greatest value in the group of in[i];
/// when several are equal, the lowest such index. Any int may occur.
void find_greatest(const int* in, int* places, int count);
