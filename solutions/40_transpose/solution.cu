// SPDX-License-Identifier: MIT
// Transposes a matrix, tile by tile: out[c * rows + r] = in[r * columns + c].
// The last rung: a tile without padding, and several values for each thread.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

// task-begin
// A tile of 64 x 64 floats is 64 rows of 16 vectors. A block of 256 threads
// moves it: four vectors of 16 bytes per thread, all of them asked for before
// the first one is needed. Blocks that follow each other lie one below the
// other: they read different rows, but write neighbouring parts of the same
// rows.
constexpr int kSide = 64, kVectors = kSide / 4, kThreads = 256;
constexpr int kStep = kThreads / kVectors;  // rows that the block loads at once

/// Where the tile keeps vector v of row r. A load of vectors goes in phases of
/// eight lanes. Below they want one v of the rows r, r + 4, ... r + 28: r / 4
/// gives them eight different places, and they touch all 32 banks.
__device__ int place(int r, int v) { return v ^ (r / 4 % 8); }

/// Sizes are counted in vectors too: rows % 4 == 0 and columns % 4 == 0.
__global__ void transpose_vectors(const float4* in,  // rows x columns / 4
                                  float4* out,       // columns x rows / 4
                                  int rows, int columns) {
  __shared__ float4 tile[kSide][kVectors];
  const int top = blockIdx.x * kSide, left = blockIdx.y * kVectors;

  const int v = threadIdx.x % kVectors, y = threadIdx.x / kVectors;
  float4 four[4];
  for (int k = 0; k < 4; ++k) {
    const int r = top + y + kStep * k;
    if (r < rows && left + v < columns / 4) {
      four[k] = in[r * (columns / 4) + left + v];
    }
  }
  for (int k = 0; k < 4; ++k) {
    const int r = y + kStep * k;
    tile[r][place(r, v)] = four[k];
  }
  __syncthreads();

  // Each thread transposes a square of 4 x 4: four vectors in, four out.
  // 16 lanes store 256 neighbouring bytes of one row of `out`.
  const int p = threadIdx.x % kVectors;  // its rows: 4 p to 4 p + 3
  const int q = threadIdx.x / kVectors;  // its columns: 4 q to 4 q + 3
  const float4 a = tile[4 * p][place(4 * p, q)];
  const float4 b = tile[4 * p + 1][place(4 * p + 1, q)];
  const float4 c = tile[4 * p + 2][place(4 * p + 2, q)];
  const float4 d = tile[4 * p + 3][place(4 * p + 3, q)];
  if (top + 4 * p >= rows || left + q >= columns / 4) return;
  float4* to = out + 4 * (left + q) * (rows / 4) + top / 4 + p;
  to[0] = make_float4(a.x, b.x, c.x, d.x);
  to[rows / 4] = make_float4(a.y, b.y, c.y, d.y);
  to[2 * (rows / 4)] = make_float4(a.z, b.z, c.z, d.z);
  to[3 * (rows / 4)] = make_float4(a.w, b.w, c.w, d.w);
}

/// The same tile for any size, one float after the other: 16 per thread.
__global__ void transpose_floats(const float* in,  // rows x columns
                                 float* out,       // columns x rows
                                 int rows, int columns) {
  __shared__ float tile[kSide][kSide];
  const int top = blockIdx.x * kSide, left = blockIdx.y * kSide;
  const int x = threadIdx.x % kSide, y = threadIdx.x / kSide;  // y: 0 to 3
  float value[16];
  for (int k = 0; k < 16; ++k) {
    const int r = top + y + 4 * k, c = left + x;
    if (r < rows && c < columns) value[k] = in[r * columns + c];
  }
  for (int k = 0; k < 16; ++k) {
    const int r = y + 4 * k;
    tile[r][x ^ r % 32] = value[k];
  }
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    const int r = top + x, c = left + y + 4 * k;
    if (r < rows && c < columns) {
      out[c * rows + r] = tile[x][(y + 4 * k) ^ x % 32];
    }
  }
}

void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid((rows + kSide - 1) / kSide, (columns + kSide - 1) / kSide);
  if (rows % 4 == 0 && columns % 4 == 0) {
    transpose_vectors<<<grid, kThreads>>>(reinterpret_cast<const float4*>(in),
                                          reinterpret_cast<float4*>(out), rows,
                                          columns);
  } else {
    transpose_floats<<<grid, kThreads>>>(in, out, rows, columns);
  }
  CUDA_CHECK(cudaGetLastError());
}
// task-end
