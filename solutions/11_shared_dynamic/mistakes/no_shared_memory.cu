// SPDX-License-Identifier: MIT
// caught by: case "a block loads each reading once"
// Right without shared memory, but each reading is loaded seven times.

  double sum = 0;
  int count = 0;
  for (int k = max(j - kReach, 0); k <= min(j + kReach, columns - 1); ++k) {
    if (good[i + k - j]) sum += value[i + k - j], ++count;
  }
  out[i] = count > 0 ? sum / count : 0;
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = 0;
