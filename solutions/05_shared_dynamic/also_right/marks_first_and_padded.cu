// SPDX-License-Identifier: MIT
// Right as well: the marks come first, and the doubles begin at the next
// multiple of 8.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void average_row(const double* value,        // rows x columns
                            const unsigned char* good,  // rows x columns
                            double* out) {              // rows x columns
  const int columns = blockDim.x, j = threadIdx.x;
  const int i = blockIdx.x * columns + j;
  // task-begin
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
  // task-end
  average_row<<<rows, columns, bytes>>>(value, good, out);
  CUDA_CHECK(cudaGetLastError());
}
