// SPDX-License-Identifier: MIT
// Right as well: counts in whole vectors. An aligned vector fills a group of
// banks, so two lanes share all their banks or none.

  const int unit = std::max(width, bank_bytes);
  const int groups = 32 * bank_bytes / unit;
  const auto vector = [&](int lane) {
    return byte[lane] < 0 ? -1 : byte[lane] / unit;
  };
  int lanes = groups;
  if (load && lanes < 32) {
    for (const int step : {1, 2}) {
      bool agree = true;
      for (int i = 0; i < 32; ++i) {
        const int a = vector(i), b = vector(i ^ step);
        agree = agree && (a < 0 || b < 0 || a == b);
      }
      if (agree) lanes = 2 * groups;
    }
  }
  int sum = 0;
  for (int first = 0; first < 32; first += lanes) {
    int of_group[32] = {}, most = 0;
    for (int i = first; i < first + lanes; ++i) {
      bool seen = vector(i) < 0;
      for (int j = first; j < i; ++j) seen = seen || vector(j) == vector(i);
      if (!seen) most = std::max(most, ++of_group[vector(i) % groups]);
    }
    sum += most;
  }
  return sum;
