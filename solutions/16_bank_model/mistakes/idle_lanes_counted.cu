// SPDX-License-Identifier: MIT
// caught by: case "predicts for lanes that take no part"
// Lanes that take no part are taken for lanes that want word 0.

  // A bank gives 8 bytes of one row in a pass on Kepler, 4 bytes today. Lanes
  // with equal bank and row are served together, whatever word they want.
  const int wide = banks == Banks::kKeplerEight ? 2 : 1;  // words side by side
  const int row = banks == Banks::kFourByte ? 32 : 64;    // words of all banks
  std::set<int> rows[32];                                 // of each bank
  size_t most = 0;
  for (int lane = 0; lane < 32; ++lane) {
    const int wanted = std::max(word[lane], 0);
    const int bank = wanted / wide % 32;
    rows[bank].insert(wanted / row);  // a set holds each row once
    most = std::max(most, rows[bank].size());
  }
  return static_cast<int>(most);
