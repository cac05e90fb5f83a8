// SPDX-License-Identifier: MIT
// Lesson 35, the first three rungs: y = A x as lesson.h says. In each of them a
// warp takes one row, and each lane adds every 32nd product. They differ in how
// the 32 sums of the lanes become one.
#pragma once

#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace rungs {

constexpr int kThreads = 256;  // 8 rows per block

inline int blocks(int rows) { return (32 * rows + kThreads - 1) / kThreads; }

/// The part of row `row` that belongs to lane `lane`.
__device__ inline double part(const double* a, const double* x, int row,
                              int lane, int n) {
  double sum = 0;
  for (int c = lane; c < n; c += 32) sum += a[size_t(row) * n + c] * x[c];
  return sum;
}

/// Adds sums[0] to sums[31] into sums[0]; sums[lane] belongs to this lane. The
/// lanes wait for each other in each step. (With `volatile` in place of
/// __syncwarp it was right on GPUs before Volta, and is a race today.)
__device__ inline void add_up(double* sums, int lane) {
  for (int half = 16; half > 0; half /= 2) {
    __syncwarp();
    if (lane < half) sums[lane] += sums[lane + half];
  }
}

// --- Rung 1: through global memory -------------------------------------------

/// scratch: one double per thread.
__global__ void through_global(const double* a, const double* x, double* y,
                               double* scratch, int m, int n) {
  const int thread = blockIdx.x * kThreads + threadIdx.x;
  const int row = thread / 32, lane = thread % 32;
  if (row >= m) return;  // the whole warp leaves
  double* sums = scratch + thread - lane;
  sums[lane] = part(a, x, row, lane, n);
  add_up(sums, lane);
  if (lane == 0) y[row] = sums[0];
}

inline void matvec_global(const double* a, const double* x, double* y, int m,
                          int n) {
  if (m == 0) return;
  const lockstep::DeviceBuffer<double> scratch(size_t(blocks(m)) * kThreads);
  through_global<<<blocks(m), kThreads>>>(a, x, y, scratch.data(), m, n);
  CUDA_CHECK(cudaGetLastError());
}

// --- Rung 2: through shared memory -------------------------------------------

__global__ void through_shared(const double* a, const double* x, double* y,
                               int m, int n) {
  __shared__ double cache[kThreads];
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= m) return;
  double* sums = cache + threadIdx.x - lane;
  sums[lane] = part(a, x, row, lane, n);
  add_up(sums, lane);
  if (lane == 0) y[row] = sums[0];
}

inline void matvec_shared(const double* a, const double* x, double* y, int m,
                          int n) {
  if (m == 0) return;
  through_shared<<<blocks(m), kThreads>>>(a, x, y, m, n);
  CUDA_CHECK(cudaGetLastError());
}

// --- Rung 3: through registers -----------------------------------------------

__global__ void through_shuffles(const double* a, const double* x, double* y,
                                 int m, int n) {
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= m) return;
  double sum = part(a, x, row, lane, n);
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  }
  if (lane == 0) y[row] = sum;
}

inline void matvec_shuffles(const double* a, const double* x, double* y, int m,
                            int n) {
  if (m == 0) return;
  through_shuffles<<<blocks(m), kThreads>>>(a, x, y, m, n);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace rungs
