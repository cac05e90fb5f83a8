// SPDX-License-Identifier: MIT
// The loop over the slots is unrolled: each slot's number is a constant.

  const auto ask = [&](int slot, int row) {
    for (int v = threadIdx.x; row < rows && v < kVectors; v += kThreads) {
      const int column = blockIdx.x * kWidth + 4 * (v - 1);
      const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
      const float* from = in + size_t(row) * pitch + (inside ? column : 0);
      copy_vector(&ring[slot][v], from, 4 * inside);
    }
    __pipeline_commit();
  };
#pragma unroll
  for (int s = 0; s < kStages - 1; ++s) ask(s, blockIdx.y + s * gridDim.y);
  for (int base = blockIdx.y; base < rows; base += kStages * gridDim.y) {
#pragma unroll
    for (int s = 0; s < kStages; ++s) {
      const int row = base + s * gridDim.y;
      if (row < rows) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        ask((s + kStages - 1) % kStages, row + (kStages - 1) * gridDim.y);
        filter_row(ring[s], weights, out + size_t(row) * pitch, columns);
      }
    }
  }
