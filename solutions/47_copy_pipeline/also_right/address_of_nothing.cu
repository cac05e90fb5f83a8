// SPDX-License-Identifier: MIT
// Where nothing is read the address is not corrected: it may lie before the
// matrix or after it.

  const auto ask = [&](int i) {
    const int row = blockIdx.y + i * gridDim.y;
    for (int v = threadIdx.x; row < rows && v < kVectors; v += kThreads) {
      const int column = blockIdx.x * kWidth + 4 * (v - 1);
      const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
      copy_vector(&ring[i % kStages][v], in + ptrdiff_t(row) * pitch + column,
                  4 * inside);
    }
    __pipeline_commit();
  };
  for (int i = 0; i < kStages - 1; ++i) ask(i);
  for (int i = 0; int(blockIdx.y + i * gridDim.y) < rows; ++i) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    ask(i + kStages - 1);
    const int row = blockIdx.y + i * gridDim.y;
    filter_row(ring[i % kStages], weights, out + size_t(row) * pitch, columns);
  }
