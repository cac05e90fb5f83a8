// SPDX-License-Identifier: MIT
// Averages the good readings near each place: a block takes one row, thread j
// makes out[j]. The row's values (double) and marks (one byte) lie in dynamic
// shared memory, since the length of a row is known at the launch only.
#include "common/cuda_check.h"
#include "lesson.h"

__global__ void average_row(const double* value,        // rows x columns
                            const unsigned char* good,  // rows x columns
                            double* out) {              // rows x columns
  const int columns = blockDim.x, j = threadIdx.x;
  const int i = blockIdx.x * columns + j;
  // task-begin
  // TODO: part 1, the kernel. Cut the block's dynamic shared memory into
  // `columns` doubles and `columns` bytes, fill both with the row, wait, and
  // write this thread's mean. About 12 lines.
  (void)value, (void)good, (void)out, (void)i;  // remove this line
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = 0;  // TODO: part 2, what one block needs
  // task-end
  average_row<<<rows, columns, bytes>>>(value, good, out);
  CUDA_CHECK(cudaGetLastError());
}
