// SPDX-License-Identifier: MIT
// caught by: case "the copies run ahead"
// Waits for all copies. Nine more waits per row, at which copies are in flight.

  int asked = 0, next = blockIdx.y;
  const auto ask = [&] {
    if (next < rows) {
      for (int v = threadIdx.x; v < kVectors; v += kThreads) {
        const int column = blockIdx.x * kWidth + 4 * (v - 1);
        const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
        const float* from = in + size_t(next) * pitch + (inside ? column : 0);
        copy_vector(&ring[asked % kStages][v], from, 4 * inside);
      }
    }
    __pipeline_commit();
    ++asked;
    next += gridDim.y;
  };
  while (asked < kStages - 1) ask();
  for (int row = blockIdx.y, i = 0; row < rows; row += gridDim.y, ++i) {
    for (int k = 0; k < 9; ++k) __pipeline_wait_prior(8);
    __pipeline_wait_prior(0);
    __syncthreads();
    ask();
    filter_row(ring[i % kStages], weights, out + size_t(row) * pitch, columns);
  }
