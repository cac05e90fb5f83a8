// SPDX-License-Identifier: MIT
// Lesson 40, the first three rungs: each transposes a matrix as lesson.h says.
// They differ in how the threads go through memory, and in the tile.
#pragma once

#include "common/cuda_check.h"

namespace rungs {

constexpr int kTile = 32;  // 32 x 32 threads, one per value; a warp has one y

inline dim3 tiles(int rows, int columns) {
  return dim3((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
}

// --- Rung 1: straight from `in` to `out` ------------------------------------

/// A warp loads a piece of a row and stores it as a piece of a column.
__global__ void naive(const float* in,  // rows x columns
                      float* out,       // columns x rows
                      int rows, int columns) {
  const int c = blockIdx.x * kTile + threadIdx.x;
  const int r = blockIdx.y * kTile + threadIdx.y;
  if (r < rows && c < columns) out[c * rows + r] = in[r * columns + c];
}

inline void transpose_naive(const float* in, float* out, int rows,
                            int columns) {
  if (rows == 0 || columns == 0) return;
  naive<<<tiles(rows, columns), dim3(kTile, kTile)>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}

// --- Rungs 2 and 3: by way of a tile ----------------------------------------

/// The tile is written by rows and read by columns, so both global sides go
/// along rows. kPitch words lie between two rows of the tile.
template <int kPitch>
__global__ void tiled(const float* in,  // rows x columns
                      float* out,       // columns x rows
                      int rows, int columns) {
  __shared__ float tile[kTile][kPitch];
  const int x = threadIdx.x, y = threadIdx.y;
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
}

template <int kPitch>
void transpose_pitched(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 block(kTile, kTile);
  tiled<kPitch><<<tiles(rows, columns), block>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}

/// Rung 2: a column of the tile lies in one bank.
inline void transpose_tiled(const float* in, float* out, int rows,
                            int columns) {
  transpose_pitched<kTile>(in, out, rows, columns);
}

/// Rung 3: one more word per row, and a column lies in 32 banks (lesson 13).
inline void transpose_padded(const float* in, float* out, int rows,
                             int columns) {
  transpose_pitched<kTile + 1>(in, out, rows, columns);
}

}  // namespace rungs
