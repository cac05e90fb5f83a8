// SPDX-License-Identifier: MIT
// caught by: case "predicts patterns on paper"
// caught by: case "agrees on 500 patterns with the K20m in its 4-byte mode"
// The K20m in its 4-byte mode, taken for a GPU of today: it gives words i and
// i + 32 in one pass.

  // A bank gives 8 bytes of one row in a pass on Kepler, 4 bytes today. Lanes
  // with equal bank and row are served together, whatever word they want.
  const int wide = banks == Banks::kKeplerEight ? 2 : 1;   // words side by side
  const int row = banks == Banks::kKeplerEight ? 64 : 32;  // words of all banks
  std::set<int> rows[32];                                  // of each bank
  size_t most = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (word[lane] < 0) continue;
    const int bank = word[lane] / wide % 32;
    rows[bank].insert(word[lane] / row);  // a set holds each row once
    most = std::max(most, rows[bank].size());
  }
  return static_cast<int>(most);
