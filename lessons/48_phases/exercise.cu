// SPDX-License-Identifier: MIT
// Smooths the rows of a matrix of codes. One warp of a block decodes rows into
// a ring of slots, two warps filter them, each at its own pace.
#include "common/cuda_check.h"
#include "lesson.h"

/// Threads 0 to kProducers - 1 decode the block's rows, the others filter them.
template <int kSlots>
__global__ void __launch_bounds__(kProducers + kConsumers)
    smooth_rows(const __grid_constant__ Matrix m) {
  __shared__ float4 ring[kSlots][kVectors];
  const int t = threadIdx.x;
  const int begin = blockIdx.y * kRows, end = min(begin + kRows, m.rows);
  // task-begin
  // TODO: begin the barriers; let producers and consumers walk along the rows,
  // each at its own pace, with no __syncthreads() in the loops. About 20 lines.
  __shared__ uint64_t full[kSlots], empty[kSlots];
  if (t == 0) {
    init(&full[0], 1);
    init(&empty[0], 1);
  }
  for (int row = begin; row < end; ++row) {
    if (t < kProducers) {
      decode_row(m, row, ring[0], t);
    } else {
      filter_row<kSlots>(m, row, ring[0], t - kProducers);
    }
  }
  // task-end
}

void smooth_codes(const Matrix& matrix, int slots) {
  if (matrix.rows == 0 || matrix.columns == 0) return;
  const dim3 grid((matrix.columns + kWidth - 1) / kWidth,
                  (matrix.rows + kRows - 1) / kRows);
  const auto kernel = slots == 1   ? smooth_rows<1>
                      : slots == 2 ? smooth_rows<2>
                      : slots == 3 ? smooth_rows<3>
                                   : smooth_rows<5>;
  kernel<<<grid, kProducers + kConsumers>>>(matrix);
  CUDA_CHECK(cudaGetLastError());
}
