// SPDX-License-Identifier: MIT
// caught by: case "a block loads each reading once"
// Two warps load, add and store for the whole row.

  extern __shared__ double values[];
  unsigned char* const marks =
      reinterpret_cast<unsigned char*>(values + columns);
  if (j < 64) {
    for (int k = j; k < columns; k += 64) {
      values[k] = value[i - j + k];
      marks[k] = good[i - j + k];
    }
  }
  __syncthreads();
  for (int at = j; j < 64 && at < columns; at += 64) {
    double sum = 0;
    int count = 0;
    const int last = min(at + kReach, columns - 1);
    for (int k = max(at - kReach, 0); k <= last; ++k) {
      if (marks[k]) sum += values[k], ++count;
    }
    out[i - j + at] = count > 0 ? sum / count : 0;
  }
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = columns * (sizeof(double) + sizeof(unsigned char));
