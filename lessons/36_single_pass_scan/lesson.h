// SPDX-License-Identifier: MIT
// The contract of lesson 36: what exercise.cu and solution.cu both define.
#pragma once

constexpr int kTile = 16384;  // values that one block scans

/// The words of scratch memory for `count` values: two for each tile, and two.
constexpr int scratch_words(int count) {
  return 2 * (count / kTile + (count % kTile != 0)) + 2;
}

/// out[i] = in[0] + in[1] + ... + in[i]. `in` and `out` hold `count` ints,
/// fewer than 2^31 - kTile (0: nothing happens), and begin at a multiple of 16
/// bytes. `scratch` is room for scratch_words(count) words and may hold
/// anything. All are on the device and do not overlap. No sum of neighbours
/// leaves the range of an int. One kernel, one launch; does not wait for it. A
/// call that fails ends the program.
void scan(const int* in, int* out, unsigned long long* scratch, int count);

/// Asks the answer's look_back. The words of scratch memory are 0. Block 1
/// tells the sums of the tiles 0 to tiles - 1, the last tile first, and for
/// every `every`-th tile, 0 among them, its prefix. Block 0 looks back from
/// tile `tiles` meanwhile: *before receives sums[0] + ... + sums[tiles - 1].
/// `scratch` is room for scratch_words(tiles * kTile) words, `sums` holds
/// `tiles` ints; all are on the device.
void look_back_once(const int* sums, int tiles, int every,
                    unsigned long long* scratch, int* before);
