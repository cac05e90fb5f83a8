// SPDX-License-Identifier: MIT
// Right as well: pairs of bank and row in a plain array.

  int cells[32], used = 0;  // different (bank, row) pairs
  int of_bank[32] = {}, most = 0;
  const bool eight = banks == Banks::kKeplerEight;
  for (int lane = 0; lane < 32; ++lane) {
    if (word[lane] < 0) continue;
    const int bank = eight ? word[lane] / 2 % 32 : word[lane] % 32;
    const int row = word[lane] / (banks == Banks::kFourByte ? 32 : 64);
    const int cell = 32 * row + bank;
    if (std::count(cells, cells + used, cell) > 0) continue;
    cells[used++] = cell;
    most = std::max(most, ++of_bank[bank]);
  }
  return most;
