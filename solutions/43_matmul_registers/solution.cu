// SPDX-License-Identifier: MIT
// Multiplies two matrices, C = A B. A block of 256 threads computes 128 x 128
// values, 8 x 8 a thread. It walks along A and down B in tiles that are 16
// deep, and fetches the next pair of tiles while it works on the one before.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

constexpr int kSide = 128, kThreads = 256;

/// kWhole: each row of A, B and C is whole vectors of four floats. Not more
/// than 128 registers a thread, so that two blocks fit.
template <bool kWhole>
__global__ void __launch_bounds__(kThreads, 2) product(const float* a,  // m x k
                                                       const float* b,  // k x n
                                                       float* c,        // m x n
                                                       int m, int n, int k) {
  // task-begin
  // Two pairs of tiles. Four rows of 32 vectors, and two free places: threads
  // that store rows 0, 4, 8 and 12 of a tile do not wait for the same banks.
  constexpr int kDepth = 16, kRow = kSide / 4;
  __shared__ float4 tile_a[2][kDepth / 4][4 * kRow + 2];
  __shared__ float4 tile_b[2][kDepth / 4][4 * kRow + 2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  // Half of the warps fetch the next tile of A, half that of B: four vectors a
  // thread, in four rows of the matrix. They wait in registers.
  const bool for_a = warp < 4;
  const float* from = for_a ? a : b;
  const int rows = for_a ? m : k, columns = for_a ? k : n;
  int row = for_a ? top + threadIdx.x / 4 * 4 : warp % 4 * 4;
  int column = for_a ? lane % 4 * 4 : left + lane * 4;
  float4 e, f, g, h;
  const auto fetch = [&] {
    e = rungs::load_four<kWhole>(from, rows, columns, row, column);
    f = rungs::load_four<kWhole>(from, rows, columns, row + 1, column);
    g = rungs::load_four<kWhole>(from, rows, columns, row + 2, column);
    h = rungs::load_four<kWhole>(from, rows, columns, row + 3, column);
    (for_a ? column : row) += kDepth;
  };
  // The tile of A is turned on the way: its rows are columns of A. So the four
  // values that a thread needs together are one vector, as they are in B.
  const auto store = [&](int pair) {
    float4* to = for_a ? tile_a[pair][lane % 4] + threadIdx.x / 4
                       : tile_b[pair][warp % 4] + lane;
    to[0] = for_a ? make_float4(e.x, f.x, g.x, h.x) : e;
    to[kRow] = for_a ? make_float4(e.y, f.y, g.y, h.y) : f;
    to[2 * kRow] = for_a ? make_float4(e.z, f.z, g.z, h.z) : g;
    to[3 * kRow] = for_a ? make_float4(e.w, f.w, g.w, h.w) : h;
  };

  // A warp computes 64 x 32 values, its lanes lie 8 x 4. Lanes l and l ^ 1 load
  // the same vectors of A, l and l ^ 2 the same of B: then a load takes half of
  // the passes. The thread has vectors u and u + 8 of A, v and v + 4 of B; the
  // lanes beside it have those between, so a phase of a load has neighbours.
  const int u = warp / 4 * 16 + lane / 2 % 8;
  const int v = warp % 4 * 8 + lane % 2 + lane / 16 * 2;
  float sums[8][8] = {};
  fetch();
  store(0);
  __syncthreads();
  for (int l = 0, now = 0; l < k; l += kDepth, now ^= 1) {
    const bool more = l + kDepth < k;
    if (more) fetch();  // under way while we multiply
#pragma unroll
    for (int d = 0; d < kDepth; ++d) {
      const float4* at_a = tile_a[now][d / 4] + d % 4 * kRow + u;
      const float4* at_b = tile_b[now][d / 4] + d % 4 * kRow + v;
      const float4 x[] = {at_a[0], at_a[8]}, y[] = {at_b[0], at_b[4]};
#pragma unroll
      for (int i = 0; i < 64; ++i) {
        sums[i / 8][i % 8] += reinterpret_cast<const float*>(x)[i / 8] *
                              reinterpret_cast<const float*>(y)[i % 8];
      }
    }
    // Since the last barrier nobody reads the other pair. This one says both:
    // that pair is full, and nobody needs the pair of now.
    if (more) store(now ^ 1);
    if (more) __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 16; ++i) {  // half i % 2 of row i / 2
    rungs::store_four<kWhole>(c, m, n, top + 4 * u + i / 8 * 32 + i / 2 % 4,
                              left + 4 * v + i % 2 * 16,
                              sums[i / 2] + i % 2 * 4);
  }
  // task-end
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide);
  if (n % 4 == 0 && k % 4 == 0) {
    product<true><<<grid, kThreads>>>(a, b, c, m, n, k);
  } else {
    product<false><<<grid, kThreads>>>(a, b, c, m, n, k);
  }
  CUDA_CHECK(cudaGetLastError());
}
