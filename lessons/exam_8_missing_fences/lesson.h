// SPDX-License-Identifier: MIT
// The contract of exam 8: what exercise.cu and solution.cu both define.
#pragma once

#include <cuda_bf16.h>

constexpr int kTile = 128;  // floats that a block of add_parts sums
constexpr int kCard = 32;   // floats of a card

/// out[i] = sum of in[part * n + i] for part in [0, parts), in this order, for
/// i in [0, n). n is a multiple of 4; both arrays begin at multiples of 16
/// bytes and do not overlap.
void add_parts(const float* in, float* out, int parts, int n);

/// Shuffles each of `decks` decks of `size` cards `times` times. A shuffle lays
/// card order[i] at place i. Reads `cards` first, lays into `spare`, then back
/// into `cards`, and so on: the result stands in `cards` if `times` is even,
/// and in `spare` if it is odd. A card is kCard floats, and a deck lies in one
/// piece. `order` holds `size` numbers in [0, size), and `spare` is as large as
/// `cards`; both begin at multiples of 16 bytes.
void shuffle(float* cards, float* spare, const int* order, int decks, int size,
             int times);

/// c = a * b^T: c[i * n + j] = sum of a[i * k + l] * b[j * k + l] for l in
/// [0, k). a has m rows and b has n rows of k values, and c has m rows of n. k
/// is a multiple of 8; a and b begin at multiples of 16 bytes.
void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int m,
              int n, int k);

// All arrays are on the device. Each function launches one kernel, or none
// where there is nothing to write, and does not wait for it. A launch that
// fails ends the program.
