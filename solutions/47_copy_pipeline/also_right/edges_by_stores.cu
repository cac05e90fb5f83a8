// SPDX-License-Identifier: MIT
// Whole vectors are copied; what lies at an edge is loaded and stored.

  int next = blockIdx.y;
  const auto ask = [&](int slot) {
    for (int v = threadIdx.x; next < rows && v < kVectors; v += kThreads) {
      const int column = blockIdx.x * kWidth + 4 * (v - 1);
      const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
      const float* from = in + size_t(next) * pitch + (inside ? column : 0);
      if (inside == 4) {
        __pipeline_memcpy_async(&ring[slot][v], from, 16);
      } else {
        const auto at = [&](int i) { return i < inside ? from[i] : 0.0f; };
        ring[slot][v] = make_float4(at(0), at(1), at(2), at(3));
      }
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
