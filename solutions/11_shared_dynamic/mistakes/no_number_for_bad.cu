// SPDX-License-Identifier: MIT
// caught by: case "averages values of any size"
// Without marks: a bad value becomes no number. But a good one may be none, too,
// and then it counts as bad.

  extern __shared__ double values[];
  values[j] = good[i] ? value[i] : nan("");
  __syncthreads();
  double sum = 0;
  int count = 0;
  for (int k = max(j - kReach, 0); k <= min(j + kReach, columns - 1); ++k) {
    if (!isnan(values[k])) sum += values[k], ++count;
  }
  out[i] = count > 0 ? sum / count : 0;
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = columns * sizeof(double);
