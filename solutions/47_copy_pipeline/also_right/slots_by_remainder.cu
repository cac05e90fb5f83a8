// SPDX-License-Identifier: MIT
// Slots by the number of the step; the last warp copies the two vectors more.

  int next = blockIdx.y;
  const auto ask = [&](int slot) {
    for (int v = (threadIdx.x + 32) % kThreads; next < rows && v < kVectors;
         v += kThreads) {
      const int column = blockIdx.x * kWidth + 4 * (v - 1);
      const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
      const float* from = in + size_t(next) * pitch + (inside ? column : 0);
      copy_vector(&ring[slot][v], from, 4 * inside);
    }
    __pipeline_commit();
    next += gridDim.y;
  };
  for (int stage = 0; stage < kStages - 1; ++stage) ask(stage);
  int step = 0;
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    ask((step + kStages - 1) % kStages);
    filter_row(ring[step % kStages], weights, out + size_t(row) * pitch,
               columns);
    ++step;
  }
