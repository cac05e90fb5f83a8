// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Waits only while there is a row to ask for.

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
    if (next < rows) __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    ask();
    filter_row(ring[i % kStages], weights, out + size_t(row) * pitch, columns);
  }
