// SPDX-License-Identifier: MIT
// The contract of lesson 17: what exercise.cu and solution.cu both define.
#pragma once

/// A vector has at most this many values, so that x and p fit in a block's
/// shared memory.
constexpr int kMostValues = 2048;

/// Takes each vector x through `rounds` rounds of x -> p -> x:
///   p[j] = x[j] + (sum of all x),  then  x[j] = p[j] + (sum of all p),
/// modulo 2^32, so that every order of adding gives the same result.
/// `in` and `out` hold `vectors` vectors of `values` numbers, one after the
/// other; both are on the device and do not overlap. `values` is 0 to
/// kMostValues; 0 vectors or values: nothing happens; 0 rounds: a copy. One
/// launch; does not wait for it. A launch that fails ends the program.
void transform(const unsigned* in, unsigned* out, int values, int vectors,
               int rounds);
