// SPDX-License-Identifier: MIT
// Lesson 45, the rung before: the product of lesson 44. It loads 16 bytes at a
// time from shared memory, and waits for each tile. And three helpers for the
// next rung, which move four floats at a time.
#pragma once

#include <cuda_pipeline.h>

#include "common/cuda_check.h"

namespace rungs {

constexpr int kSide = 128, kThreads = 256;

/// Four values of row r, from column c on; 0 beyond an edge. `matrix` has
/// `rows` rows of `columns` floats and begins at a multiple of 16 bytes; c is a
/// multiple of 4. kWhole promises that `columns` is one, too: then the four are
/// one load of 16 bytes.
template <bool kWhole>
__device__ float4 load_four(const float* matrix, int rows, int columns, int r,
                            int c) {
  const auto at = [&](int i) {
    return r < rows && c + i < columns ? matrix[r * columns + c + i] : 0;
  };
  if (!kWhole) return make_float4(at(0), at(1), at(2), at(3));
  if (r >= rows || c >= columns) return make_float4(0, 0, 0, 0);
  return *reinterpret_cast<const float4*>(matrix + r * columns + c);
}

/// As load_four, but to `to`, four floats in shared memory at a multiple of 16
/// bytes, by cp.async: it does not wait. __pipeline_commit ends a group of
/// copies, __pipeline_wait_prior(0) waits for all of the thread's groups.
template <bool kWhole>
__device__ void copy_four(float* to, const float* matrix, int rows, int columns,
                          int r, int c) {
  constexpr int kWide = kWhole ? 4 : 1;
  for (int i = 0; i < 4; i += kWide) {
    const bool in = r < rows && c + i < columns;
    // The last argument is how many bytes are 0 instead.
    __pipeline_memcpy_async(to + i, in ? matrix + r * columns + c + i : matrix,
                            4 * kWide, in ? 0 : 4 * kWide);
  }
}

/// Stores four values there; those beyond an edge are dropped.
template <bool kWhole>
__device__ void store_four(float* matrix, int rows, int columns, int r, int c,
                           const float* values) {
  if (r >= rows || c >= columns) return;
  float* to = matrix + r * columns + c;
  if (kWhole) {
    *reinterpret_cast<float4*>(to) =
        make_float4(values[0], values[1], values[2], values[3]);
  } else {
    for (int i = 0; i < 4 && c + i < columns; ++i) to[i] = values[i];
  }
}

/// kWhole: each row of A, B and C is whole vectors of four floats. Not more
/// than 128 registers per thread, so that two blocks are resident.
template <bool kWhole>
__global__ void __launch_bounds__(kThreads, 2) product(const float* a,  // m x k
                                                       const float* b,  // k x n
                                                       float* c,        // m x n
                                                       int m, int n, int k) {
  // The tile of A is stored transposed, so the four rows that a thread needs
  // together are one vector, as four columns of B are. Four floats of padding:
  // two lanes that store columns 0 and 4 of A are 16 banks apart, not none.
  constexpr int kDepth = 16;
  __shared__ float4 tile_a[kDepth][kSide / 4 + 1], tile_b[kDepth][kSide / 4];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  // A warp computes 64 x 32 values, its lanes lie 8 x 4. Lanes l and l ^ 1 load
  // the same vector of A, l and l ^ 2 the same of B: so a load takes 2
  // wavefronts instead of 4. A thread has the vectors u and u + 8 of A, v and
  // v + 4 of B; the lanes beside it have those between.
  const int u = warp / 4 * 16 + lane / 2 % 8;
  const int v = warp % 4 * 8 + lane % 2 + lane / 16 * 2;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    for (int i = 0; i < 2; ++i) {  // a thread moves two vectors of each tile
      const int row = t / 2, s = 8 * i + t % 2 * 4;
      const float4 f = load_four<kWhole>(a, m, k, top + row, l + s);
      reinterpret_cast<float*>(tile_a[s])[row] = f.x;
      reinterpret_cast<float*>(tile_a[s + 1])[row] = f.y;
      reinterpret_cast<float*>(tile_a[s + 2])[row] = f.z;
      reinterpret_cast<float*>(tile_a[s + 3])[row] = f.w;
      const int r = 8 * i + warp;
      tile_b[r][lane] = load_four<kWhole>(b, k, n, l + r, left + 4 * lane);
    }
    __syncthreads();  // both tiles are full
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      const float4 x[] = {tile_a[s][u], tile_a[s][u + 8]};
      const float4 y[] = {tile_b[s][v], tile_b[s][v + 4]};
#pragma unroll
      for (int i = 0; i < 64; ++i) {
        sums[i / 8][i % 8] += reinterpret_cast<const float*>(x)[i / 8] *
                              reinterpret_cast<const float*>(y)[i % 8];
      }
    }
    __syncthreads();  // nobody needs them any more
  }
#pragma unroll
  for (int i = 0; i < 16; ++i) {  // half i % 2 of row i / 2
    store_four<kWhole>(c, m, n, top + 4 * u + i / 8 * 32 + i / 2 % 4,
                       left + 4 * v + i % 2 * 16, sums[i / 2] + i % 2 * 4);
  }
}

inline void multiply(const float* a, const float* b, float* c, int m, int n,
                     int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide);
  if (n % 4 == 0 && k % 4 == 0) {
    product<true><<<grid, kThreads>>>(a, b, c, m, n, k);
  } else {
    product<false><<<grid, kThreads>>>(a, b, c, m, n, k);
  }
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace rungs
