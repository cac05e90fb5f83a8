// SPDX-License-Identifier: MIT
// caught by: case "what lies beyond a row does not count"
// The last vector of a row is copied whole, with what lies beyond the row.

  int next = blockIdx.y;
  const auto ask = [&](int slot) {
    for (int v = threadIdx.x; next < rows && v < kVectors; v += kThreads) {
      const int column = blockIdx.x * kWidth + 4 * (v - 1);
      const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
      const float* from = in + size_t(next) * pitch + (inside ? column : 0);
      copy_vector(&ring[slot][v], from, inside ? 16 : 0);
    }
    __pipeline_commit();
    next += gridDim.y;
  };
  for (int stage = 0; stage < kStages - 1; ++stage) ask(stage);
  int slot = 0;
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    ask(slot == 0 ? kStages - 1 : slot - 1);
    filter_row(ring[slot], weights, out + size_t(row) * pitch, columns);
    slot = slot + 1 == kStages ? 0 : slot + 1;
  }
