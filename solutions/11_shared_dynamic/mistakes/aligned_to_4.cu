// SPDX-License-Identifier: MIT
// caught by: diagnostic misaligned
// The marks come first, and the doubles at a multiple of 4.

  extern __shared__ __align__(16) unsigned char marks[];
  double* const values =
      reinterpret_cast<double*>(marks + (columns + 3) / 4 * 4);
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
  const size_t bytes = (columns + 3) / 4 * 4 + columns * sizeof(double);
