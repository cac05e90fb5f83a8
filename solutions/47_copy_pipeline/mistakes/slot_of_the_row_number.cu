// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// The slot is the row's number modulo kStages, but a block has every
// gridDim.y-th row.

  const auto ask = [&](int row) {
    if (row < rows) {
      for (int v = threadIdx.x; v < kVectors; v += kThreads) {
        const int column = blockIdx.x * kWidth + 4 * (v - 1);
        const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
        const float* from = in + size_t(row) * pitch + (inside ? column : 0);
        copy_vector(&ring[row % kStages][v], from, 4 * inside);
      }
    }
    __pipeline_commit();
  };
  for (int s = 0; s < kStages - 1; ++s) ask(blockIdx.y + s * gridDim.y);
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    ask(row + (kStages - 1) * gridDim.y);
    filter_row(ring[row % kStages], weights, out + size_t(row) * pitch,
               columns);
  }
