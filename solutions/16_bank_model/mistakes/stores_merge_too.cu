// SPDX-License-Identifier: MIT
// caught by: case "predicts what an H200 counted"
// caught by: case "agrees with drawn requests"
// Only loads take two phases at a time.

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
  if ((load || !load) && lanes < 32 && (pairs_agree(1) || pairs_agree(2)))
    lanes *= 2;
  int sum = 0;
  for (int first = 0; first < 32; first += lanes) {
    std::set<int> pieces[32];  // that each bank must give, each of them once
    size_t most = 0;
    for (int lane = first; lane < first + lanes; ++lane) {
      for (int at = 0; byte[lane] >= 0 && at < width; at += 4) {
        const int piece = (byte[lane] + at) / bank_bytes;
        pieces[piece % 32].insert(piece);
        most = std::max(most, pieces[piece % 32].size());
      }
    }
    sum += int(most);
  }
  return sum;
