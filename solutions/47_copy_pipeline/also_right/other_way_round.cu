// SPDX-License-Identifier: MIT
// Vectors from the last to the first, contiguous rows per block, PTX for the
// groups.

  const int each = (rows + gridDim.y - 1) / gridDim.y;
  const int first = blockIdx.y * each, last = min(first + each, rows);
  const auto ask = [&](int row) {
    if (row < last) {
      for (int v = kVectors - 1 - threadIdx.x; v >= 0; v -= kThreads) {
        const int column = blockIdx.x * kWidth + 4 * v - 4;
        const int inside = min(columns - column, 4);
        const bool any = column >= 0 && inside > 0;
        copy_vector(&ring[(row - first) % kStages][v],
                    any ? in + size_t(row) * pitch + column : in,
                    any ? 4 * inside : 0);
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  for (int i = 0; i + 1 < kStages; ++i) ask(first + i);
  for (int row = first; row < last; ++row) {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncthreads();
    ask(row + kStages - 1);
    filter_row(ring[(row - first) % kStages], weights,
               out + size_t(row) * pitch, columns);
  }
