// SPDX-License-Identifier: MIT
// caught by: case "averages rows of any length"
// caught by: diagnostic shared-race
// values + columns / 8: elements were taken for bytes, so the marks lie on the
// values.

  extern __shared__ double values[];
  unsigned char* const marks =
      reinterpret_cast<unsigned char*>(values + columns / sizeof(double));
  values[j] = value[i];
  marks[j] = good[i];
  __syncthreads();
  double sum = 0;
  int count = 0;
  for (int k = max(j - kReach, 0); k <= min(j + kReach, columns - 1); ++k) {
    if (marks[k]) sum += values[k], ++count;
  }
  out[i] = count > 0 ? sum / count : 0;
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = columns * (sizeof(double) + sizeof(unsigned char));
