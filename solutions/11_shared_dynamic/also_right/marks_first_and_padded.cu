// SPDX-License-Identifier: MIT
// Right as well: the marks come first, and the doubles begin at the next
// multiple of 8.

  extern __shared__ __align__(8) unsigned char buffer[];
  const int start = (columns + 7) / 8 * 8;
  double* const values = reinterpret_cast<double*>(buffer + start);
  buffer[j] = good[i];
  values[j] = value[i];
  __syncthreads();
  double sum = 0;
  int count = 0;
  const int last = j + kReach < columns ? j + kReach : columns - 1;
  for (int k = j < kReach ? 0 : j - kReach; k <= last; ++k) {
    sum += buffer[k] ? values[k] : 0;
    count += buffer[k];
  }
  out[i] = count ? sum / count : 0;
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = (columns + 7) / 8 * 8 + columns * sizeof(double);
