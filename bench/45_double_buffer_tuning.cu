// SPDX-License-Identifier: MIT
// Lesson 45, how its constants were chosen: many shapes of the same product,
// 4096 x 4096 floats, beside cuBLAS SGEMM. Needs a GPU. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. bench/45_double_buffer_tuning.cu
//     -lcublas -o /tmp/tuning45 && /tmp/tuning45
// Prints a row per shape: registers, blocks per multiprocessor, milliseconds,
// TFLOP/s, part of cuBLAS. Exit code 1 when a result is wrong.
#include <cublas_v2.h>
#include <cuda_pipeline.h>

#include <cstdio>
#include <functional>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"

namespace {

/// How a tile of A comes to shared memory; B comes by 16 bytes in all but one.
enum Way {
  kRegisters,   // A and B by registers, A transposed by stores of 4 bytes
  kMixed,       // A by registers, B by cp.async
  kAsyncFours,  // A transposed by cp.async of 4 bytes
  kRows,        // A stays as it is, by cp.async of 16 bytes
  kEdges,       // all by cp.async of 4 bytes, with conditions at the edges
};

template <int BM, int BN, int BK, int WM, int WN, int LM, int kStagesOf,
          Way kWayOf, int kMinBlocks, bool kAheadOf = true, int kGroupOf = 0,
          bool kPairedLanes = true>
struct Shape {
  static constexpr int M = BM, N = BN, K = BK;    // tile of a block
  static constexpr int kWarpM = WM, kWarpN = WN;  // of a warp
  static constexpr int kLanesM = LM, kLanesN = 32 / LM;
  static constexpr int TM = WM / LM, TN = WN / (32 / LM);  // of a thread
  static constexpr int kThreads = BM / WM * (BN / WN) * 32;
  static constexpr int kStages = kStagesOf;
  static constexpr Way kWay = kWayOf;
  static constexpr int kBlocks = kMinBlocks;
  static constexpr bool kAhead = kAheadOf;  // fragments one step ahead
  static constexpr int kGroup = kGroupOf;   // rows of blocks that go together
  static constexpr bool kPaired = kPairedLanes;
  static constexpr int kRowA = kWay == kRows ? BK + 4 : BM + 4;
  static constexpr int kWordsA = kWay == kRows ? BM * kRowA : BK * kRowA;
  static constexpr int kWordsB = BK * BN;
  static constexpr int kBytes = kStages * (kWordsA + kWordsB) * 4;
};

template <class S>
__global__ void __launch_bounds__(S::kThreads, S::kBlocks)
    product(const float* __restrict__ a, const float* __restrict__ b,
            float* __restrict__ c, int m, int n, int k) {
  extern __shared__ float4 shared4[];
  float* const tile_a = reinterpret_cast<float*>(shared4);
  float* const tile_b = tile_a + S::kStages * S::kWordsA;
  constexpr int T = S::kThreads, TM = S::TM, TN = S::TN;
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  int block_m = blockIdx.y, block_n = blockIdx.x;
  if (S::kGroup > 0) {
    const int linear = blockIdx.y * gridDim.x + blockIdx.x;
    const int in_group = S::kGroup * gridDim.x;
    const int first = linear / in_group * S::kGroup;
    const int rows = min(S::kGroup, int(gridDim.y) - first);
    block_m = first + linear % in_group % rows;
    block_n = linear % in_group / rows;
  }
  const int top = block_m * S::M, left = block_n * S::N;
  const int warp_m = warp / (S::N / S::kWarpN) * S::kWarpM;
  const int warp_n = warp % (S::N / S::kWarpN) * S::kWarpN;
  int u, v;
  if (S::kPaired && S::kLanesM == 8) {
    u = lane / 2 % 8, v = lane % 2 + lane / 16 * 2;
  } else if (S::kPaired && S::kLanesM == 4) {
    v = lane / 2 % 8, u = lane % 2 + lane / 16 * 2;
  } else {
    u = lane / S::kLanesN, v = lane % S::kLanesN;
  }

  // From memory to shared memory.
  constexpr int kFoursA = S::M * S::K / 4 / T, kFoursB = S::N * S::K / 4 / T;
  float4 held_a[S::kWay <= kMixed ? kFoursA : 1];
  float4 held_b[S::kWay == kRegisters ? kFoursB : 1];
  const float* from_a = a + size_t(top) * k;
  const float* from_b = b + left;
  int at_k = 0;
  // A by vectors: eight rows of k are two vectors.
  const int a_q = t % 2, a_row = t / 2;
  const auto fetch = [&](int stage) {
    float* const to_a = tile_a + stage * S::kWordsA;
    float* const to_b = tile_b + stage * S::kWordsB;
    if constexpr (S::kWay <= kMixed) {
#pragma unroll
      for (int i = 0; i < kFoursA; ++i) {
        const int q = a_q + 2 * (i % (S::K / 8));
        const int row = a_row + T / 2 * (i / (S::K / 8));
        held_a[i] = *reinterpret_cast<const float4*>(from_a + row * k + 4 * q);
      }
    } else if constexpr (S::kWay == kRows) {
#pragma unroll
      for (int i = 0; i < kFoursA; ++i) {
        const int e = t + i * T, q = e % (S::K / 4), row = e / (S::K / 4);
        __pipeline_memcpy_async(to_a + row * S::kRowA + 4 * q,
                                from_a + row * k + 4 * q, 16);
      }
    } else {
#pragma unroll
      for (int i = 0; i < S::M * S::K / T; ++i) {
        const int kk = t % 8 + 8 * (i % (S::K / 8));
        const int row = t / 8 + T / 8 * (i / (S::K / 8));
        if constexpr (S::kWay == kEdges) {
          const bool in = top + row < m && at_k + kk < k;
          __pipeline_memcpy_async(to_a + kk * S::kRowA + row,
                                  in ? from_a + row * k + kk : a, 4,
                                  in ? 0 : 4);
        } else {
          __pipeline_memcpy_async(to_a + kk * S::kRowA + row,
                                  from_a + row * k + kk, 4);
        }
      }
    }
    if constexpr (S::kWay == kEdges) {
#pragma unroll
      for (int i = 0; i < S::N * S::K / T; ++i) {
        const int e = t + i * T, column = e % S::N, row = e / S::N;
        const bool in = at_k + row < k && left + column < n;
        __pipeline_memcpy_async(to_b + row * S::N + column,
                                in ? from_b + row * n + column : b, 4,
                                in ? 0 : 4);
      }
    } else {
#pragma unroll
      for (int i = 0; i < kFoursB; ++i) {
        const int e = t + i * T, q = e % (S::N / 4), row = e / (S::N / 4);
        const float* from = from_b + row * n + 4 * q;
        if constexpr (S::kWay == kRegisters) {
          held_b[i] = *reinterpret_cast<const float4*>(from);
        } else {
          __pipeline_memcpy_async(to_b + row * S::N + 4 * q, from, 16);
        }
      }
    }
    from_a += S::K;
    from_b += size_t(S::K) * n;
    at_k += S::K;
  };
  const auto put = [&](int stage) {  // what waits in registers
    float* const to_a = tile_a + stage * S::kWordsA;
    float* const to_b = tile_b + stage * S::kWordsB;
    if constexpr (S::kWay <= kMixed) {
#pragma unroll
      for (int i = 0; i < kFoursA; ++i) {
        const int q = a_q + 2 * (i % (S::K / 8));
        const int row = a_row + T / 2 * (i / (S::K / 8));
        float* to = to_a + 4 * q * S::kRowA + row;
        to[0] = held_a[i].x;
        to[S::kRowA] = held_a[i].y;
        to[2 * S::kRowA] = held_a[i].z;
        to[3 * S::kRowA] = held_a[i].w;
      }
    }
    if constexpr (S::kWay == kRegisters) {
#pragma unroll
      for (int i = 0; i < kFoursB; ++i) {
        const int e = t + i * T, q = e % (S::N / 4), row = e / (S::N / 4);
        *reinterpret_cast<float4*>(to_b + row * S::N + 4 * q) = held_b[i];
      }
    }
  };
  constexpr int kAheadTiles = S::kStages - 1;
  const int tiles = (k + S::K - 1) / S::K;
  float sums[TM][TN] = {};

  const auto load_b = [&](float(&y)[TN], int stage, int d) {
    const float* row = tile_b + stage * S::kWordsB + d * S::N + warp_n + 4 * v;
#pragma unroll
    for (int j = 0; j < TN / 4; ++j) {
      const float4 f =
          *reinterpret_cast<const float4*>(row + j * 4 * S::kLanesN);
      y[4 * j] = f.x, y[4 * j + 1] = f.y, y[4 * j + 2] = f.z,
            y[4 * j + 3] = f.w;
    }
  };
  const auto load_a = [&](float(&x)[TM], int stage, int d) {
    const float* row =
        tile_a + stage * S::kWordsA + d * S::kRowA + warp_m + 4 * u;
#pragma unroll
    for (int i = 0; i < TM / 4; ++i) {
      const float4 f =
          *reinterpret_cast<const float4*>(row + i * 4 * S::kLanesM);
      x[4 * i] = f.x, x[4 * i + 1] = f.y, x[4 * i + 2] = f.z,
            x[4 * i + 3] = f.w;
    }
  };
  const auto multiply = [&](const float(&x)[TM], const float(&y)[TN]) {
#pragma unroll
    for (int i = 0; i < TM; ++i) {
#pragma unroll
      for (int j = 0; j < TN; ++j) {
        const int jj = i % 2 ? TN - 1 - j : j;
        sums[i][jj] += x[i] * y[jj];
      }
    }
  };

  if constexpr (S::kWay == kRegisters) {
    fetch(0);
    put(0);
    __syncthreads();
  } else {
#pragma unroll
    for (int s = 0; s < kAheadTiles; ++s) {
      if (s < tiles) fetch(s);
      if (S::kWay == kMixed && s < tiles) put(s);
      __pipeline_commit();
    }
    __pipeline_wait_prior(kAheadTiles - 1);
    __syncthreads();
  }

  if constexpr (S::kWay == kRows) {
    int stage = 0, fill = kAheadTiles % S::kStages;
    for (int tile = 0; tile < tiles; ++tile) {
      if (tile + kAheadTiles < tiles) fetch(fill);
      __pipeline_commit();
#pragma unroll
      for (int d = 0; d < S::K; d += 4) {
        float4 x[TM];
        const float* at =
            tile_a + stage * S::kWordsA + (warp_m + u) * S::kRowA + d;
#pragma unroll
        for (int i = 0; i < TM; ++i) {
          x[i] =
              *reinterpret_cast<const float4*>(at + i * S::kLanesM * S::kRowA);
        }
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          float y[TN], z[TM];
          load_b(y, stage, d + e);
#pragma unroll
          for (int i = 0; i < TM; ++i) {
            z[i] = e == 0 ? x[i].x : e == 1 ? x[i].y : e == 2 ? x[i].z : x[i].w;
          }
          multiply(z, y);
        }
      }
      if (tile + 1 == tiles) break;
      __pipeline_wait_prior(kAheadTiles - 1);
      __syncthreads();
      stage = stage + 1 == S::kStages ? 0 : stage + 1;
      fill = fill + 1 == S::kStages ? 0 : fill + 1;
    }
  } else if constexpr (!S::kAhead) {
    int stage = 0, fill = kAheadTiles % S::kStages;
    for (int tile = 0; tile < tiles; ++tile) {
      const bool more = tile + kAheadTiles < tiles;
      if (more) fetch(fill);
      if (S::kWay != kRegisters) __pipeline_commit();
#pragma unroll
      for (int d = 0; d < S::K; ++d) {
        float x[TM], y[TN];
        load_a(x, stage, d);
        load_b(y, stage, d);
        multiply(x, y);
      }
      if (S::kWay <= kMixed && more) put(fill);
      if (tile + 1 == tiles) break;
      if (S::kWay != kRegisters) __pipeline_wait_prior(kAheadTiles - 1);
      __syncthreads();
      stage = stage + 1 == S::kStages ? 0 : stage + 1;
      fill = fill + 1 == S::kStages ? 0 : fill + 1;
    }
  } else {
    float x[2][TM], y[2][TN];
    int stage = 0, fill = kAheadTiles % S::kStages;
    load_a(x[0], 0, 0);
    load_b(y[0], 0, 0);
    for (int tile = 0; tile < tiles; ++tile) {
      const bool more = tile + kAheadTiles < tiles;
#pragma unroll
      for (int d = 0; d < S::K; ++d) {
        if (d == S::K - 1) {
          if (S::kWay <= kMixed && more) put(fill);
          if (S::kWay != kRegisters) __pipeline_wait_prior(kAheadTiles - 1);
          __syncthreads();
          stage = stage + 1 == S::kStages ? 0 : stage + 1;
          fill = fill + 1 == S::kStages ? 0 : fill + 1;
        }
        load_a(x[(d + 1) % 2], stage, (d + 1) % S::K);
        load_b(y[(d + 1) % 2], stage, (d + 1) % S::K);
        if (d == 0) {
          if (more) fetch(fill);
          if (S::kWay != kRegisters) __pipeline_commit();
        }
        multiply(x[d % 2], y[d % 2]);
      }
    }
  }

#pragma unroll
  for (int i = 0; i < TM; ++i) {
    const int row = S::kWay == kRows
                        ? top + warp_m + u + i * S::kLanesM
                        : top + warp_m + 4 * (u + i / 4 * S::kLanesM) + i % 4;
#pragma unroll
    for (int j = 0; j < TN / 4; ++j) {
      const int column = left + warp_n + 4 * (v + j * S::kLanesN);
      float* to = c + size_t(row) * n + column;
      if constexpr (S::kWay == kEdges) {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          if (row < m && column + e < n) to[e] = sums[i][4 * j + e];
        }
      } else {
        *reinterpret_cast<float4*>(to) =
            make_float4(sums[i][4 * j], sums[i][4 * j + 1], sums[i][4 * j + 2],
                        sums[i][4 * j + 3]);
      }
    }
  }
}

/// As kAsyncFours, for any size: rows and columns beyond an edge read the last
/// ones, whose results are dropped; beyond k there are zeros. kVector: rows of
/// B and C are whole vectors.
template <bool kVector, int M, int N, int K, int WM, int WN, int kStages,
          int kBlocks, int kGroup = 0>
__global__ void __launch_bounds__(M / WM * (N / WN) * 32, kBlocks)
    any_size(const float* __restrict__ a, const float* __restrict__ b,
             float* __restrict__ c, int m, int n, int k) {
  constexpr int T = M / WM * (N / WN) * 32, kRowA = M + 4;
  constexpr int TM = WM / 8, TN = WN / 4;
  extern __shared__ float4 shared4[];
  float* const tile_a = reinterpret_cast<float*>(shared4);
  float* const tile_b = tile_a + kStages * K * kRowA;
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  int block_m = blockIdx.y, block_n = blockIdx.x;
  if (kGroup > 0) {
    const int linear = blockIdx.y * gridDim.x + blockIdx.x;
    const int in_group = kGroup * gridDim.x;
    const int first = linear / in_group * kGroup;
    const int rows = min(kGroup, int(gridDim.y) - first);
    block_m = first + linear % in_group % rows;
    block_n = linear % in_group / rows;
  }
  const int top = block_m * M, left = block_n * N;

  const int a_k = t % 8, a_row = t / 8;
  int row_a[M / (T / 8)];
#pragma unroll
  for (int i = 0; i < M / (T / 8); ++i) {
    row_a[i] = min(top + a_row + T / 8 * i, m - 1) * k;
  }
  constexpr int kWide = kVector ? 4 : 1, kRowsB = T * kWide / N;
  const int b_row = t / (N / kWide), b_column = t % (N / kWide) * kWide;
  const float* next_a = a + a_k;
  const float* next_b = b + b_row * n + min(left + b_column, n - kWide);
  float* const put_a = tile_a + a_k * kRowA + a_row;
  float* const put_b = tile_b + b_row * N + b_column;
  int rest = k;
  const auto fetch = [&](int stage) {
    float* const to_a = put_a + stage * (K * kRowA);
    float* const to_b = put_b + stage * (K * N);
#pragma unroll
    for (int j = 0; j < K; j += 8) {
      const int zeros = j + a_k < rest ? 0 : 4;
#pragma unroll
      for (int i = 0; i < M / (T / 8); ++i) {
        __pipeline_memcpy_async(to_a + j * kRowA + T / 8 * i,
                                next_a + row_a[i] + j, 4, zeros);
      }
    }
#pragma unroll
    for (int j = 0; j < K; j += kRowsB) {
      __pipeline_memcpy_async(to_b + j * N, next_b + j * n, 4 * kWide,
                              j + b_row < rest ? 0 : 4 * kWide);
    }
    next_a += K;
    next_b += K * n;
    rest -= K;
  };

  const int u = lane / 2 % 8, v = lane % 2 + lane / 16 * 2;
  const int at_m = warp / (N / WN) * WM + 4 * u;
  const int at_n = warp % (N / WN) * WN + 4 * v;
  float x[2][TM], y[2][TN], sums[TM][TN] = {};
  const auto load = [&](int stage, int d, int to) {
    const float* from_a = tile_a + stage * (K * kRowA) + d * kRowA + at_m;
    const float* from_b = tile_b + stage * (K * N) + d * N + at_n;
#pragma unroll
    for (int i = 0; i < TM; i += 4) {
      *reinterpret_cast<float4*>(&x[to][i]) =
          *reinterpret_cast<const float4*>(from_a + 8 * i);
    }
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
      *reinterpret_cast<float4*>(&y[to][j]) =
          *reinterpret_cast<const float4*>(from_b + 4 * j);
    }
  };

#pragma unroll
  for (int s = 0; s < kStages - 1; ++s) {
    fetch(s);
    __pipeline_commit();
  }
  __pipeline_wait_prior(kStages - 2);
  __syncthreads();
  load(0, 0, 0);
  int stage = 0, fill = kStages - 1;
  for (int l = 0; l < k; l += K) {
#pragma unroll
    for (int d = 0; d < K; ++d) {
      if (d == K - 1) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        stage = stage + 1 == kStages ? 0 : stage + 1;
        fill = fill + 1 == kStages ? 0 : fill + 1;
      }
      load(stage, (d + 1) % K, (d + 1) % 2);
      if (d == 0) {
        if (rest > 0) fetch(fill);
        __pipeline_commit();
      }
#pragma unroll
      for (int i = 0; i < TM; ++i) {
#pragma unroll
        for (int j = 0; j < TN; ++j) sums[i][j] += x[d % 2][i] * y[d % 2][j];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < TM; ++i) {
    const int row = top + at_m + i / 4 * 32 + i % 4;
    if (row >= m) continue;
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
      const int column = left + at_n + 4 * j;
      float* to = c + row * n + column;
      if (kVector) {
        if (column < n) {
          *reinterpret_cast<float4*>(to) =
              *reinterpret_cast<const float4*>(&sums[i][j]);
        }
      } else {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          if (column + e < n) to[e] = sums[i][j + e];
        }
      }
    }
  }
}

/// What a second round tries. B by cp.async of 16 bytes; A by registers, as
/// squares of 4 x 4 values that are transposed there and stored by vectors.
enum Order { kRowsFirst, kSnake, kColumnsFirst, kColumnsSnake, kSquares };

template <int M, int N, int K, int WM, int WN, int LM, int kBlocks,
          Order kOrder, bool kAhead, int kPut, int kUnroll, bool kSquare>
__global__ void __launch_bounds__(M / WM * (N / WN) * 32, kBlocks)
    squares(const float* __restrict__ a, const float* __restrict__ b,
            float* __restrict__ c, int m, int n, int k) {
  constexpr int T = M / WM * (N / WN) * 32, kRowA = kSquare ? M : M + 4;
  constexpr int LN = 32 / LM, TM = WM / LM, TN = WN / LN;
  extern __shared__ float4 shared4[];
  float* const tile_a = reinterpret_cast<float*>(shared4);
  float* const tile_b = tile_a + 2 * K * kRowA;
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * M, left = blockIdx.x * N;

  // A square: four rows of a vector. Eight lanes take eight squares one below
  // the other, so that they store eight vectors in a row.
  constexpr int kHeld = M * K / 4 / T;  // vectors per thread
  constexpr int kQs = K / 4;            // vectors of a row
  float4 held[kHeld];
  int row_a[kHeld];
  int a_q, a_row;
  if (kSquare) {
    a_q = t / 8 % kQs, a_row = (t / 8 / kQs * 8 + t % 8) * 4;
  } else {
    a_q = t % 2, a_row = t / 2;
  }
#pragma unroll
  for (int i = 0; i < kHeld; ++i) {
    const int row = kSquare ? a_row + i % 4 + i / 4 * (T / kQs * 4)
                            : a_row + T / 2 * (i / (K / 8));
    const int q = kSquare ? a_q : a_q + 2 * (i % (K / 8));
    row_a[i] = min(top + row, m - 1) * k + 4 * q;
  }
  constexpr int kRowsB = T * 4 / N;
  const int b_row = t / (N / 4), b_column = t % (N / 4) * 4;
  const float* next_a = a;
  const float* next_b = b + b_row * n + min(left + b_column, n - 4);
  float* const put_b = tile_b + b_row * N + b_column;
  int rest = k;
  const auto fetch = [&](int stage) {
#pragma unroll
    for (int i = 0; i < kHeld; ++i) {
      const int q = kSquare ? a_q : a_q + 2 * (i % (K / 8));
      held[i] = 4 * q < rest
                    ? *reinterpret_cast<const float4*>(next_a + row_a[i])
                    : make_float4(0, 0, 0, 0);
    }
#pragma unroll
    for (int j = 0; j < K; j += kRowsB) {
      __pipeline_memcpy_async(put_b + stage * (K * N) + j * N, next_b + j * n,
                              16, j + b_row < rest ? 0 : 16);
    }
    __pipeline_commit();
    next_a += K;
    next_b += K * n;
    rest -= K;
  };
  const auto put = [&](int stage) {
    float* const to = tile_a + stage * (K * kRowA);
    if constexpr (kSquare) {
#pragma unroll
      for (int i = 0; i < kHeld; i += 4) {
        const float4 e = held[i], f = held[i + 1], g = held[i + 2],
                     h = held[i + 3];
        float* at = to + 4 * a_q * kRowA + a_row + i / 4 * (T / kQs * 4);
        *reinterpret_cast<float4*>(at) = make_float4(e.x, f.x, g.x, h.x);
        *reinterpret_cast<float4*>(at + kRowA) =
            make_float4(e.y, f.y, g.y, h.y);
        *reinterpret_cast<float4*>(at + 2 * kRowA) =
            make_float4(e.z, f.z, g.z, h.z);
        *reinterpret_cast<float4*>(at + 3 * kRowA) =
            make_float4(e.w, f.w, g.w, h.w);
      }
    } else {
#pragma unroll
      for (int i = 0; i < kHeld; ++i) {
        float* at = to + 4 * (a_q + 2 * (i % (K / 8))) * kRowA + a_row +
                    T / 2 * (i / (K / 8));
        at[0] = held[i].x;
        at[kRowA] = held[i].y;
        at[2 * kRowA] = held[i].z;
        at[3 * kRowA] = held[i].w;
      }
    }
  };

  const int u = LM == 8 ? lane / 2 % 8 : lane % 2 + lane / 16 * 2;
  const int v = LM == 8 ? lane % 2 + lane / 16 * 2 : lane / 2 % 8;
  const int at_m = warp / (N / WN) * WM + 4 * u;
  const int at_n = warp % (N / WN) * WN + 4 * v;
  float x[2][TM], y[2][TN], sums[TM][TN] = {};
  const auto load = [&](int stage, int d, int to) {
    const float* from_a = tile_a + stage * (K * kRowA) + d * kRowA + at_m;
    const float* from_b = tile_b + stage * (K * N) + d * N + at_n;
#pragma unroll
    for (int i = 0; i < TM; i += 4) {
      *reinterpret_cast<float4*>(&x[to][i]) =
          *reinterpret_cast<const float4*>(from_a + LM * i);
    }
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
      *reinterpret_cast<float4*>(&y[to][j]) =
          *reinterpret_cast<const float4*>(from_b + LN * j);
    }
  };
  const auto multiply = [&](int d) {
#pragma unroll
    for (int e = 0; e < TM * TN; ++e) {
      int i = 0, j = 0;
      if (kOrder == kRowsFirst || kOrder == kSnake) {
        i = e / TN, j = e % TN;
        if (kOrder == kSnake && i % 2) j = TN - 1 - j;
      } else if (kOrder == kSquares) {
        const int square = e / 16, in = e % 16;
        i = square / (TN / 4) * 4 + in / 4;
        j = square % (TN / 4) * 4 + (in / 4 % 2 ? 3 - in % 4 : in % 4);
      } else {
        j = e / TM, i = e % TM;
        if (kOrder == kColumnsSnake && j % 2) i = TM - 1 - i;
      }
      sums[i][j] += x[d][i] * y[d][j];
    }
  };

  fetch(0);
  put(0);
  __pipeline_wait_prior(0);
  __syncthreads();
  int now = 0;
  if constexpr (kAhead) {
    load(0, 0, 0);
#pragma unroll kUnroll
    for (int l = 0; l < k; l += K) {
#pragma unroll
      for (int d = 0; d < K; ++d) {
        if (d == K - 1) {
          __pipeline_wait_prior(0);
          __syncthreads();
          now ^= 1;
        }
        load(now, (d + 1) % K, (d + 1) % 2);
        if (d == 0 && rest > 0) fetch(now ^ 1);
        multiply(d % 2);
        if (d == K - 1 - kPut && l + K < k) put(now ^ 1);
      }
    }
  } else {
#pragma unroll kUnroll
    for (int l = 0; l < k; l += K) {
      if (rest > 0) fetch(now ^ 1);
#pragma unroll
      for (int d = 0; d < K; ++d) {
        load(now, d, 0);
        multiply(0);
        if (d == K - kPut && l + K < k) put(now ^ 1);
      }
      __pipeline_wait_prior(0);
      __syncthreads();
      now ^= 1;
    }
  }
#pragma unroll
  for (int i = 0; i < TM; ++i) {
    const int row = top + at_m + i / 4 * 4 * LM + i % 4;
    if (row >= m) continue;
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
      const int column = left + at_n + LN * j;
      if (column < n) {
        *reinterpret_cast<float4*>(c + row * n + column) =
            *reinterpret_cast<const float4*>(&sums[i][j]);
      }
    }
  }
}

constexpr int kSide = 4096;

struct Bench {
  std::vector<float> expected;
  lockstep::DeviceBuffer<float> a{size_t(kSide) * kSide};
  lockstep::DeviceBuffer<float> b{size_t(kSide) * kSide};
  lockstep::DeviceBuffer<float> c{size_t(kSide) * kSide};
  double blas_ms = 0;
  int side = kSide;
  bool right = true;

  Bench() {
    std::vector<float> values(size_t(kSide) * kSide);
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = float(int(i * 2654435761u >> 9 & 15) - 8);
    }
    a.upload(values);
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = float(int(i * 40503u >> 5 & 15) - 8);
    }
    b.upload(values);
  }

  void row(const char* name, int registers, int blocks,
           const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(c.data(), 0xff, size_t(kSide) * kSide * 4));
    work();
    const auto got = c.download();
    if (expected.empty()) expected = got;
    const size_t values = size_t(side) * side;
    const bool same =
        std::equal(got.begin(), got.begin() + values, expected.begin());
    const double ms = median_ms(9, 3, work);
    if (blas_ms == 0) blas_ms = ms;
    std::printf("%-58s %4d %2d %8.4f %7.2f %6.3f%s\n", name, registers, blocks,
                ms, 2.0 * side * side * side / ms / 1e9, blas_ms / ms,
                same ? "" : "  WRONG");
    std::fflush(stdout);
    right = right && same;
  }

  template <class S>
  void shape(const char* note = "") {
    const auto kernel = product<S>;
    CUDA_CHECK(cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, S::kBytes));
    cudaFuncAttributes attributes{};
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, S::kThreads, S::kBytes));
    const char* ways[] = {"registers", "mixed", "async4", "rows", "edges"};
    char name[128];
    std::snprintf(name, sizeof name, "%dx%dx%d %dx%d/%dx%d s%d %s%s g%d%s%s %s",
                  S::M, S::N, S::K, S::kWarpM, S::kWarpN, S::TM, S::TN,
                  S::kStages, ways[S::kWay], S::kAhead ? " ahead" : "",
                  S::kGroup, S::kPaired ? "" : " plain-lanes",
                  attributes.localSizeBytes ? " SPILLS" : "", note);
    const dim3 grid((side + S::N - 1) / S::N, (side + S::M - 1) / S::M);
    row(name, attributes.numRegs, blocks, [&] {
      product<S><<<grid, S::kThreads, S::kBytes>>>(a.data(), b.data(), c.data(),
                                                   side, side, side);
    });
  }

  template <bool kVector, int M, int N, int K, int WM, int WN, int kStages,
            int kBlocks, int kGroup = 0>
  void any() {
    const auto kernel =
        any_size<kVector, M, N, K, WM, WN, kStages, kBlocks, kGroup>;
    constexpr int kBytes = kStages * K * (M + 4 + N) * 4;
    constexpr int kThreads = M / WM * (N / WN) * 32;
    CUDA_CHECK(cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
    cudaFuncAttributes attributes{};
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                             kThreads, kBytes));
    char name[128];
    std::snprintf(name, sizeof name, "any size %s %dx%dx%d %dx%d s%d g%d%s",
                  kVector ? "vector" : "scalar", M, N, K, WM, WN, kStages,
                  kGroup, attributes.localSizeBytes ? " SPILLS" : "");
    const dim3 grid((side + N - 1) / N, (side + M - 1) / M);
    row(name, attributes.numRegs, blocks, [&] {
      kernel<<<grid, kThreads, kBytes>>>(a.data(), b.data(), c.data(), side,
                                         side, side);
    });
  }

  template <int M, int N, int K, int WM, int WN, int LM, int kBlocks,
            Order kOrder, bool kAhead, int kPut, int kUnroll, bool kSquare>
  void square() {
    const auto kernel = squares<M, N, K, WM, WN, LM, kBlocks, kOrder, kAhead,
                                kPut, kUnroll, kSquare>;
    constexpr int kBytes = 2 * K * ((kSquare ? M : M + 4) + N) * 4;
    constexpr int kThreads = M / WM * (N / WN) * 32;
    CUDA_CHECK(cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
    cudaFuncAttributes attributes{};
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                             kThreads, kBytes));
    const char* orders[] = {"rows", "snake", "columns", "csnake", "squares"};
    char name[128];
    std::snprintf(name, sizeof name, "%s %dx%dx%d %dx%d/%d %s%s put%d u%d%s",
                  kSquare ? "square" : "single", M, N, K, WM, WN, LM,
                  orders[kOrder], kAhead ? " ahead" : "", kPut, kUnroll,
                  attributes.localSizeBytes ? " SPILLS" : "");
    const dim3 grid((side + N - 1) / N, (side + M - 1) / M);
    row(name, attributes.numRegs, blocks, [&] {
      kernel<<<grid, kThreads, kBytes>>>(a.data(), b.data(), c.data(), side,
                                         side, side);
    });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d floats; multiply and add alone: %.2f TFLOP/s\n",
              device.name, kSide, kSide, limits::teraflops());
  std::printf("%-58s %4s %2s %8s %7s %6s\n", "", "regs", "bl", "ms", "TFLOP/s",
              "cuBLAS");
  Bench bench;
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1, zero = 0;
  const auto gemm = [&] {
    const int n = bench.side;
    cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, bench.b.data(),
                n, bench.a.data(), n, &zero, bench.c.data(), n);
  };
  bench.row("cuBLAS SGEMM", 0, 0, gemm);
  // The best of a first round.
  bench.shape<Shape<128, 128, 16, 64, 64, 8, 2, kMixed, 2>>();
  bench.shape<Shape<128, 128, 16, 64, 64, 8, 3, kAsyncFours, 2>>();
  bench.shape<Shape<128, 256, 16, 64, 64, 8, 3, kAsyncFours, 1>>();
  bench.shape<Shape<128, 256, 16, 64, 64, 8, 2, kMixed, 1>>();
  bench.shape<Shape<128, 256, 8, 64, 64, 8, 2, kMixed, 1>>();
  bench.shape<Shape<256, 128, 16, 64, 64, 8, 2, kMixed, 1>>();
  bench.shape<Shape<128, 128, 16, 64, 32, 8, 2, kMixed, 2, false>>();
  bench.shape<Shape<128, 128, 16, 64, 32, 8, 2, kMixed, 2>>();
  bench.shape<Shape<128, 128, 16, 64, 32, 8, 2, kAsyncFours, 2, false>>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kRowsFirst, true, 1, 1, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kSnake, true, 1, 1, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kColumnsFirst, true, 1, 1, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kColumnsSnake, true, 1, 1, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kSquares, true, 1, 1, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kSnake, true, 1, 2, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kSnake, true, 4, 2, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kSnake, true, 8, 2, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kSnake, true, 4, 1, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kColumnsSnake, true, 4, 2, true>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kSnake, true, 1, 1, false>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kSnake, true, 1, 2, false>();
  bench.square<128, 128, 8, 64, 64, 8, 2, kSnake, true, 1, 1, false>();
  bench.square<128, 128, 8, 64, 64, 8, 2, kSnake, true, 1, 2, false>();
  bench.square<128, 128, 8, 64, 64, 8, 2, kSnake, true, 1, 4, false>();
  bench.square<128, 128, 16, 64, 64, 8, 2, kSnake, false, 1, 1, true>();
  bench.square<128, 128, 16, 64, 64, 4, 2, kSnake, true, 1, 1, true>();
  bench.square<128, 128, 16, 64, 64, 4, 2, kColumnsSnake, true, 1, 1, true>();
  bench.square<128, 256, 16, 64, 64, 8, 1, kSnake, true, 1, 1, false>();
  bench.square<128, 256, 16, 64, 64, 8, 1, kSnake, true, 1, 2, false>();
  bench.square<128, 256, 32, 64, 64, 8, 1, kSnake, true, 1, 1, true>();
  bench.square<128, 256, 32, 64, 64, 8, 1, kSnake, true, 1, 1, false>();
  bench.square<128, 256, 8, 64, 64, 8, 1, kSnake, true, 1, 2, false>();
  bench.square<128, 256, 16, 64, 64, 8, 1, kColumnsSnake, true, 1, 1, false>();
  bench.square<128, 256, 16, 64, 64, 4, 1, kSnake, true, 1, 1, false>();
  bench.square<256, 128, 16, 64, 64, 8, 1, kSnake, true, 1, 1, true>();
  bench.square<256, 128, 16, 64, 64, 8, 1, kSnake, true, 1, 2, true>();
  bench.square<256, 128, 16, 128, 32, 8, 1, kSnake, true, 1, 1, true>();
  bench.square<256, 128, 16, 64, 64, 4, 1, kSnake, true, 1, 1, true>();
  bench.square<128, 128, 16, 64, 32, 8, 2, kSnake, false, 1, 1, false>();
  bench.square<128, 128, 16, 64, 32, 8, 2, kRowsFirst, false, 1, 1, false>();
  bench.square<128, 128, 16, 64, 32, 8, 2, kColumnsSnake, false, 1, 1, false>();
  bench.square<128, 128, 16, 64, 32, 8, 2, kSquares, false, 1, 1, false>();
  bench.square<128, 128, 16, 64, 32, 8, 2, kSnake, true, 1, 1, false>();
  bench.square<128, 128, 32, 64, 32, 8, 2, kSnake, false, 1, 1, true>();
  bench.square<128, 128, 16, 32, 64, 4, 2, kSnake, false, 1, 1, false>();
  bench.square<128, 128, 16, 32, 64, 4, 2, kColumnsSnake, false, 1, 1, false>();
  bench.any<true, 128, 128, 16, 64, 64, 2, 2>();
  bench.any<true, 128, 128, 32, 64, 64, 2, 2>();
  bench.any<true, 128, 256, 8, 64, 64, 3, 1>();
  bench.any<true, 128, 128, 16, 64, 32, 2, 2>();
  bench.any<false, 128, 128, 16, 64, 64, 2, 2>();
  bench.row("cuBLAS SGEMM again", 0, 0, gemm);
  std::printf("4095 x 4095 floats\n");
  bench.side = 4095;
  bench.expected.clear();
  bench.blas_ms = 0;
  bench.row("cuBLAS SGEMM", 0, 0, gemm);
  bench.any<false, 128, 128, 8, 64, 64, 3, 2>();
  bench.any<false, 128, 128, 16, 64, 64, 2, 2>();
  bench.any<false, 256, 128, 16, 64, 64, 2, 1>();
  return bench.right ? 0 : 1;
}
