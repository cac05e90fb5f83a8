// SPDX-License-Identifier: MIT
// caught by: case "averages values of any size"
// A bad reading is stored as -1, but a good one may be -1, too.

  extern __shared__ double values[];
  values[j] = good[i] ? value[i] : -1.0;
  __syncthreads();
  double sum = 0;
  int count = 0;
  for (int k = max(j - kReach, 0); k <= min(j + kReach, columns - 1); ++k) {
    if (values[k] != -1.0) sum += values[k], ++count;
  }
  out[i] = count ? sum / count : 0;
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = columns * sizeof(double);
