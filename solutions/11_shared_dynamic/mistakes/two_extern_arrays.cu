// SPDX-License-Identifier: MIT
// caught by: case "averages one row of 6"
// caught by: diagnostic shared-race
// Two names, one address: both arrays begin at byte 0 of the same buffer.

  extern __shared__ double values[];
  extern __shared__ unsigned char marks[];
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
