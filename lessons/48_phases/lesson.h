// SPDX-License-Identifier: MIT
// The contract of lesson 48, which exercise.cu and solution.cu both define. And
// what both use: barrier objects, and the work on a row.
#pragma once

constexpr int kTaps = 9;        // values that a result is made of
constexpr int kWidth = 256;     // columns of a block
constexpr int kRows = 16;       // rows of a block
constexpr int kProducers = 32;  // threads that decode: one warp
constexpr int kConsumers =
    64;  // threads that filter, 4 columns each: two warps

/// A matrix of codes and what becomes of it. All arrays are on the device and
/// begin at multiples of 16 bytes. A row of `codes` and of `out` begins `pitch`
/// elements after the one before it.
struct Matrix {
  const signed char* codes;
  const float* scales;  // one per row
  float* out;
  int rows, columns, pitch;  // up to 2^20; pitch is a multiple of 4
  float weights[kTaps];
  unsigned* decoded;  // null, or a 0 for each block: see smooth_codes
};

/// Smooths each row: with value[r][c] = scales[r] * codes[r][c], and 0 beyond
/// the row,
///   out[r][c] = sum of weights[j] * value[r][c + j - 4] for j in [0, 9).
/// Only `columns` floats of each row of `out` change. A block has `slots` rows
/// in shared memory: 1, 2, 3 or 5. With `decoded`, a consumer begins a row only
/// when the producers have filled all slots that they may fill by then. One
/// launch (none where out is empty); does not wait for it. A launch that fails
/// ends the program.
void smooth_codes(const Matrix& matrix, int slots);

#ifdef __CUDACC__
#include <cuda/ptx>

/// Phase 0 of `barrier` begins; each phase is over after `count` arrivals. One
/// thread calls it, before the others use the barrier.
__device__ inline void init(uint64_t* barrier, unsigned count) {
#if __CUDA_ARCH__ >= 800
  cuda::ptx::mbarrier_init(barrier, count);
#else
  __trap();  // this GPU has no such barriers
#endif
}

/// One arrival in the current phase; does not wait. What the thread did
/// before is visible to each thread that has waited for that phase.
__device__ inline void arrive(uint64_t* barrier) {
#if __CUDA_ARCH__ >= 800
  cuda::ptx::mbarrier_arrive(barrier);
#else
  __trap();
#endif
}

/// Waits while the current phase has this parity: 0 in phases 0, 2, 4, ..., 1
/// in the others.
__device__ inline void wait(uint64_t* barrier, unsigned parity) {
#if __CUDA_ARCH__ >= 800
  while (!cuda::ptx::mbarrier_test_wait_parity(barrier, parity)) continue;
#else
  __trap();
#endif
}

// Vectors of a row in shared memory: one more on either side.
constexpr int kVectors = kWidth / 4 + 2;

/// Producer `thread`, of kProducers, decodes its part of a row into `slot`.
__device__ inline void decode_row(const Matrix& m, int row, float4* slot,
                                  int thread) {
  const float scale = m.scales[row];
  for (int v = thread; v < kVectors; v += kProducers) {
    const int column = blockIdx.x * kWidth + 4 * (v - 1);
    const signed char* from = m.codes + size_t(row) * m.pitch + column;
    char4 four = make_char4(0, 0, 0, 0);
    if (column >= 0 && column + 4 <= m.columns) {
      four = *reinterpret_cast<const char4*>(from);
    } else if (column >= 0 && column < m.columns) {
      four.x = from[0];
      if (column + 1 < m.columns) four.y = from[1];
      if (column + 2 < m.columns) four.z = from[2];
    }
    slot[v] = make_float4(scale * four.x, scale * four.y, scale * four.z,
                          scale * four.w);
  }
  if (m.decoded) atomicAdd(m.decoded + blockIdx.y * gridDim.x + blockIdx.x, 1);
}

/// Consumer `thread`, of kConsumers, stores its 4 results of a row.
template <int kSlots>
__device__ void filter_row(const Matrix& m, int row, const float4* slot,
                           int thread) {
  if (m.decoded) {
    const int begin = blockIdx.y * kRows, end = min(begin + kRows, m.rows);
    const unsigned rows = min(row + kSlots, end) - begin;
    volatile unsigned* now = m.decoded + blockIdx.y * gridDim.x + blockIdx.x;
    while (*now < rows * kProducers) continue;
  }
  const float4 a = slot[thread], b = slot[thread + 1], c = slot[thread + 2];
  const float window[12] = {a.x, a.y, a.z, a.w, b.x, b.y,
                            b.z, b.w, c.x, c.y, c.z, c.w};
  float sums[4] = {};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < kTaps; ++j) sums[i] += m.weights[j] * window[i + j];
  }
  const int column = blockIdx.x * kWidth + 4 * thread;
  float* to = m.out + size_t(row) * m.pitch + column;
  if (column + 4 <= m.columns) {
    *reinterpret_cast<float4*>(to) =
        make_float4(sums[0], sums[1], sums[2], sums[3]);
  } else {
    for (int i = 0; i < 4; ++i) {
      if (column + i < m.columns) to[i] = sums[i];
    }
  }
}
#endif
