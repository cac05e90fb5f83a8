// SPDX-License-Identifier: MIT
// caught by: case "the copies run ahead"
// caught by: case "a row is copied once and costs one barrier"
// One slot is enough: nothing is in flight while the block filters.

  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    for (int v = threadIdx.x; v < kVectors; v += kThreads) {
      const int column = blockIdx.x * kWidth + 4 * (v - 1);
      const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
      const float* from = in + size_t(row) * pitch + (inside ? column : 0);
      copy_vector(&ring[0][v], from, 4 * inside);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    filter_row(ring[0], weights, out + size_t(row) * pitch, columns);
    __syncthreads();
  }
