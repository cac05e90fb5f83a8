// SPDX-License-Identifier: MIT
// clang-format off
// A header of C++.
#include <bitset>
  // task-begin
  // A bank gives 8 bytes of one row in a pass on Kepler, 4 bytes today. Lanes
  // with equal bank and row are served together, whatever word they want.
  const int wide = banks == Banks::kKeplerEight ? 2 : 1;  // words side by side
  const int row = banks == Banks::kFourByte ? 32 : 64;    // words of all banks
  std::bitset<64> rows[32];
  size_t most = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (word[lane] < 0) continue;
    const int bank = word[lane] / wide % 32;
    rows[bank].set(word[lane] / row);  // a set holds each row once
    most = std::max(most, rows[bank].count());
  }
  return static_cast<int>(most);
  // task-end
