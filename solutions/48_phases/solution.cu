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
  __shared__ uint64_t full[kSlots], empty[kSlots];
  if (t < kSlots) {
    init(&full[t], kProducers);
    init(&empty[t], kConsumers);
  }
  __syncthreads();  // from here on each thread may use them
  int slot = 0;
  unsigned round = 0;  // how often the ring was passed: the phase of its slots
  const auto next = [&] {
    if (++slot < kSlots) return;
    slot = 0;
    ++round;
  };
  if (t < kProducers) {
    for (int row = begin; row < end; ++row, next()) {
      wait(&empty[slot], (round + 1) % 2);  // in round 0 it passes at once
      decode_row(m, row, ring[slot], t);
      arrive(&full[slot]);
    }
  } else {
    for (int row = begin; row < end; ++row, next()) {
      wait(&full[slot], round % 2);
      filter_row<kSlots>(m, row, ring[slot], t - kProducers);
      arrive(&empty[slot]);
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
