// SPDX-License-Identifier: MIT
// Right as well: plays the banks. In each wavefront a bank gives one piece; lanes
// whose pieces are all given are served.

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
  int wavefronts = 0;
  for (int first = 0; first < 32; first += lanes) {
    std::set<int> left;  // pieces still to give
    for (int lane = first; lane < first + lanes; ++lane) {
      for (int at = 0; byte[lane] >= 0 && at < width; at += 4) {
        left.insert((byte[lane] + at) / bank_bytes);
      }
    }
    for (; !left.empty(); ++wavefronts) {
      bool busy[32] = {};
      for (auto piece = left.begin(); piece != left.end();) {
        bool& taken = busy[*piece % 32];
        piece = taken ? std::next(piece) : left.erase(piece);
        taken = true;
      }
    }
  }
  return wavefronts;
