// SPDX-License-Identifier: MIT
// Softmax of the rows of a matrix, online: one pass over a row finds its
// largest value and the sum of its exponentials. One block per row.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

// task-begin
/// One block makes one row.
template <bool kWide>
__global__ void softmax_rows(const float* in, float* out, int columns) {
  in += size_t{blockIdx.x} * columns;
  out += size_t{blockIdx.x} * columns;
  // TODO: rung 2, about 50 lines. One pass finds the largest value and the sum.
  // Up to kParts parts per thread are read once: kept, then stored. Longer rows
  // are read twice.
  rungs::three_reads<kWide>(in, out, columns);
}
// task-end

void softmax(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const auto kernel =
      columns % 4 == 0 ? softmax_rows<true> : softmax_rows<false>;
  kernel<<<rows, threads_for(columns)>>>(in, out, columns);
  CUDA_CHECK(cudaGetLastError());
}
