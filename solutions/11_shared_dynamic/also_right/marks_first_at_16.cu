// SPDX-License-Identifier: MIT
// Right as well: the marks come first, and the doubles at a multiple of 16.

  extern __shared__ __align__(16) unsigned char memory[];
  unsigned char* const marks = memory;
  double* const values =
      reinterpret_cast<double*>(memory + (columns + 15) / 16 * 16);
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
  const size_t bytes = (columns + 15) / 16 * 16 + columns * sizeof(double);
