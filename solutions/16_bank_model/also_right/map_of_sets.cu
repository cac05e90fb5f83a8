// SPDX-License-Identifier: MIT
// Right as well: a map from the bank to its rows.
#include <map>

  // A bank gives 8 bytes of one row in a pass on Kepler, 4 bytes today.
  const int wide = banks == Banks::kKeplerEight ? 2 : 1;  // words side by side
  const int row = banks == Banks::kFourByte ? 32 : 64;    // words of all banks
  std::map<int, std::set<int>> rows;
  size_t most = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (word[lane] < 0) continue;
    const int bank = word[lane] / wide % 32;
    rows[bank].insert(word[lane] / row);
    most = std::max(most, rows[bank].size());
  }
  return static_cast<int>(most);
