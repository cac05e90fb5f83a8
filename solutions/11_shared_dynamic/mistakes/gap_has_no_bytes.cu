// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// The marks come first, with a gap up to a multiple of 8. The launch asks for
// no bytes for the gap.

  extern __shared__ __align__(8) unsigned char marks[];
  double* const values =
      reinterpret_cast<double*>(marks + (columns + 7) / 8 * 8);
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
