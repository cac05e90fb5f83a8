// SPDX-License-Identifier: MIT
// Right as well: a vote makes one word of a warp's 32 marks.

  extern __shared__ double values[];
  unsigned* const marks = reinterpret_cast<unsigned*>(values + columns);
  const unsigned word = __ballot_sync(__activemask(), good[i] != 0);
  if (j % 32 == 0) marks[j / 32] = word;
  values[j] = value[i];
  __syncthreads();
  double sum = 0;
  int count = 0;
  for (int k = max(j - kReach, 0); k <= min(j + kReach, columns - 1); ++k) {
    if (marks[k / 32] >> k % 32 & 1) sum += values[k], ++count;
  }
  out[i] = count > 0 ? sum / count : 0;
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes =
      columns * sizeof(double) + (columns + 31) / 32 * sizeof(unsigned);
