// SPDX-License-Identifier: MIT
// caught by: case "averages one row of 6"
// The mean of all good readings of the row.

  extern __shared__ double values[];
  unsigned char* const marks =
      reinterpret_cast<unsigned char*>(values + columns);
  values[j] = value[i];
  marks[j] = good[i];
  __syncthreads();
  double sum = 0;
  int count = 0;
  for (int k = 0; k < columns; ++k) {
    if (marks[k]) sum += values[k], ++count;
  }
  out[i] = count > 0 ? sum / count : 0;
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = columns * (sizeof(double) + sizeof(unsigned char));
