// SPDX-License-Identifier: MIT
// clang-format off
// A header of C++.
#include <bitset>
  // task-begin
  // Lanes go in phases, as many at a time as 32 banks can serve. A wide load
  // takes two phases at a time where all pairs of lanes want the same bytes.
  const auto pairs_agree = [&](int step) {
    for (int lane = 0; lane < 32; ++lane) {
      const int mine = byte[lane], other = byte[lane ^ step];
      if (mine >= 0 && other >= 0 && mine != other) return false;
    }
    return true;
  };
  int lanes = std::min(32, 32 * bank_bytes / width);
  if (load && lanes < 32 && (pairs_agree(1) || pairs_agree(2))) lanes *= 2;
  int sum = 0;
  for (int first = 0; first < 32; first += lanes) {
    std::bitset<kBytes / 4> wanted;
    for (int lane = first; lane < first + lanes; ++lane) {
      for (int at = 0; byte[lane] >= 0 && at < width; at += 4) {
        wanted.set((byte[lane] + at) / bank_bytes);
      }
    }
    int of_bank[32] = {}, most = 0;
    for (int piece = 0; piece < int(wanted.size()); ++piece) {
      if (wanted[piece]) most = std::max(most, ++of_bank[piece % 32]);
    }
    sum += most;
  }
  return sum;
  // task-end
