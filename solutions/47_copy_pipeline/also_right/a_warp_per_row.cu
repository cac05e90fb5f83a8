// SPDX-License-Identifier: MIT
// One warp copies a whole row; the warps take turns. All close a group per row.

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int asked = 0, next = blockIdx.y;
  const auto ask = [&] {
    if (next < rows && asked % 4 == warp) {
      for (int v = lane; v < kVectors; v += 32) {
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
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    ask();
    filter_row(ring[i % kStages], weights, out + size_t(row) * pitch, columns);
  }
