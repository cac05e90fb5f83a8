// SPDX-License-Identifier: MIT
// caught by: case "a row is copied once and costs one barrier"
// A copy of 4 bytes per value: four times as many requests.

  int next = blockIdx.y;
  const auto ask = [&](int slot) {
    float* values = &ring[slot][0].x;
    for (int v = threadIdx.x; next < rows && v < 4 * kVectors; v += kThreads) {
      const int column = blockIdx.x * kWidth + v - 4;
      const bool inside = column >= 0 && column < columns;
      const float* from = in + size_t(next) * pitch + (inside ? column : 0);
      __pipeline_memcpy_async(&values[v], from, 4, inside ? 0 : 4);
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
