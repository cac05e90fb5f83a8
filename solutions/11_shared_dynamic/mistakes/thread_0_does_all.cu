// SPDX-License-Identifier: MIT
// caught by: case "a block loads each reading once"
// One thread loads, adds and stores for the whole row.

  extern __shared__ double values[];
  unsigned char* const marks =
      reinterpret_cast<unsigned char*>(values + columns);
  if (j == 0) {
    for (int k = 0; k < columns; ++k) {
      values[k] = value[i + k];
      marks[k] = good[i + k];
    }
    for (int at = 0; at < columns; ++at) {
      double sum = 0;
      int count = 0;
      const int last = min(at + kReach, columns - 1);
      for (int k = max(at - kReach, 0); k <= last; ++k) {
        if (marks[k]) sum += values[k], ++count;
      }
      out[i + at] = count > 0 ? sum / count : 0;
    }
  }
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = columns * (sizeof(double) + sizeof(unsigned char));
