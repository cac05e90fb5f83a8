// SPDX-License-Identifier: MIT
// caught by: case "rows of 32 nonzeros"
// caught by: case "one row with most of the nonzeros"
// A thread per nonzero: each searches its row and adds to y by an atomic. Even,
// and many times the work.

/// The row of nonzero k: the last one that begins at or before it.
__device__ int row_of(const int* starts, int rows, int k) {
  int low = 0, high = rows;
  while (low + 1 < high) {
    const int middle = low + (high - low) / 2;
    if (starts[middle] <= k) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

__global__ void add_nonzeros(const int* starts, const int* columns,
                             const float* values, const float* x, float* y,
                             int rows, int nonzeros) {
  const int k = blockIdx.x * 128 + threadIdx.x;
  if (k >= nonzeros) return;
  atomicAdd(&y[row_of(starts, rows, k)], values[k] * x[columns[k]]);
}

void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  if (rows == 0) return;
  CUDA_CHECK(cudaMemsetAsync(y, 0, rows * sizeof(float)));
  if (nonzeros == 0) return;
  add_nonzeros<<<(nonzeros + 127) / 128, 128>>>(starts, columns, values, x, y,
                                                rows, nonzeros);
  CUDA_CHECK(cudaGetLastError());
}
