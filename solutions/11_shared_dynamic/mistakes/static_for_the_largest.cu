// SPDX-License-Identifier: MIT
// caught by: case "asks for the bytes that it touches"
// Room for the longest row, whatever comes: 9216 bytes for a row of 4.

  __shared__ double values[1024];
  __shared__ unsigned char marks[1024];
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
  const size_t bytes = 0;
