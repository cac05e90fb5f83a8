// SPDX-License-Identifier: MIT
// caught by: case "agrees with drawn requests"
// Each lane asks whether n ^ 1 or n ^ 2 agrees. It must be one of the two for
// the whole warp.

  int per = std::min(32, 32 * bank_bytes / width);
  bool pairs = true;
  for (int n = 0; n < 32; ++n) {
    auto ok = [&](int m) { return byte[m] < 0 || byte[m] == byte[n]; };
    if (byte[n] >= 0 && !ok(n ^ 1) && !ok(n ^ 2)) pairs = false;
  }
  if (load && per < 32 && pairs) per *= 2;
  int total = 0;
  for (int first = 0; first < 32; first += per) {
    std::set<int> words[32];
    for (int n = first; n < first + per; ++n)
      for (int b = byte[n]; byte[n] >= 0 && b < byte[n] + width;
           b += bank_bytes)
        words[b / bank_bytes % 32].insert(b / bank_bytes);
    int most = 0;
    for (int b = 0; b < 32; ++b) most = std::max(most, (int)words[b].size());
    total += most;
  }
  return total;
