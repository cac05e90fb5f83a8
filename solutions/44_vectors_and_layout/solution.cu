// SPDX-License-Identifier: MIT
// Multiplies two matrices, C = A B. A block of 256 threads computes 128 x 128
// values of C, 8 x 8 per thread, from tiles that are 16 deep. It moves four
// floats at a time wherever it can.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

constexpr int kSide = 128, kThreads = 256;

/// kWhole: each row of A, B and C is whole vectors of four floats. Not more
/// than 128 registers per thread, so that two blocks are resident.
template <bool kWhole>
__global__ void __launch_bounds__(kThreads, 2) product(const float* a,  // m x k
                                                       const float* b,  // k x n
                                                       float* c,        // m x n
                                                       int m, int n, int k) {
  // task-begin
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
      const float4 f = rungs::load_four<kWhole>(a, m, k, top + row, l + s);
      reinterpret_cast<float*>(tile_a[s])[row] = f.x;
      reinterpret_cast<float*>(tile_a[s + 1])[row] = f.y;
      reinterpret_cast<float*>(tile_a[s + 2])[row] = f.z;
      reinterpret_cast<float*>(tile_a[s + 3])[row] = f.w;
      const int r = 8 * i + warp;
      tile_b[r][lane] =
          rungs::load_four<kWhole>(b, k, n, l + r, left + 4 * lane);
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
