// SPDX-License-Identifier: MIT
// caught by: case "one row with most of the nonzeros"
// One block of 1024 threads per row of more than 256 nonzeros, rung 3 for the
// others. One block is one multiprocessor.

constexpr int kLong = 256;  // nonzeros of a row that gets a block

/// Rung 3 by 8 lanes, but for long rows.
__global__ void short_rows(const int* starts, const int* columns,
                           const float* values, const float* x, float* y,
                           int rows) {
  const int row = (blockIdx.x * 128 + threadIdx.x) / 8, lane = threadIdx.x % 8;
  int k = 0, end = 0;
  if (row < rows) k = starts[row] + lane, end = starts[row + 1];
  const bool mine = row < rows && end - (k - lane) <= kLong;
  float sum = 0;
  for (; mine && k < end; k += 8) sum += values[k] * x[columns[k]];
  for (int away = 4; away > 0; away /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, away);
  }
  if (mine && lane == 0) y[row] = sum;
}

/// Each block looks at 32 rows; all its threads take those that are long.
__global__ void long_rows(const int* starts, const int* columns,
                          const float* values, const float* x, float* y,
                          int rows) {
  __shared__ float sums[32];
  for (int row = blockIdx.x * 32; row < min(rows, blockIdx.x * 32 + 32);
       ++row) {
    const int begin = starts[row], end = starts[row + 1];
    if (end - begin <= kLong) continue;
    float sum = 0;
    for (int k = begin + threadIdx.x; k < end; k += 1024) {
      sum += values[k] * x[columns[k]];
    }
    for (int away = 16; away > 0; away /= 2) {
      sum += __shfl_xor_sync(0xffffffff, sum, away);
    }
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
      sum = sums[threadIdx.x];
      for (int away = 16; away > 0; away /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, away);
      }
      if (threadIdx.x == 0) y[row] = sum;
    }
    __syncthreads();
  }
}

void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int) {
  if (rows == 0) return;
  short_rows<<<(rows + 15) / 16, 128>>>(starts, columns, values, x, y, rows);
  CUDA_CHECK(cudaGetLastError());
  long_rows<<<(rows + 31) / 32, 1024>>>(starts, columns, values, x, y, rows);
  CUDA_CHECK(cudaGetLastError());
}
