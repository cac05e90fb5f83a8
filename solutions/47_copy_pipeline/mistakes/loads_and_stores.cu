// SPDX-License-Identifier: MIT
// caught by: case "the copies run ahead"
// A load and a store per vector: the block waits where it stores.

  int next = blockIdx.y;
  const auto ask = [&](int slot) {
    for (int v = threadIdx.x; next < rows && v < kVectors; v += kThreads) {
      const int column = blockIdx.x * kWidth + 4 * (v - 1);
      const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
      const float* from = in + size_t(next) * pitch + column;
      float four[4] = {};
      if (inside == 4) {
        *reinterpret_cast<float4*>(four) =
            *reinterpret_cast<const float4*>(from);
      } else {
        for (int i = 0; i < inside; ++i) four[i] = from[i];
      }
      ring[slot][v] = make_float4(four[0], four[1], four[2], four[3]);
    }
    next += gridDim.y;
  };
  for (int stage = 0; stage < kStages - 1; ++stage) ask(stage);
  int slot = 0;
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    __syncthreads();
    ask(slot == 0 ? kStages - 1 : slot - 1);
    filter_row(ring[slot], weights, out + size_t(row) * pitch, columns);
    slot = slot + 1 == kStages ? 0 : slot + 1;
  }
