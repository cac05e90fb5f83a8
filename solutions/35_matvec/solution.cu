// SPDX-License-Identifier: MIT
// Multiplies a matrix by a vector: y = A x. The last rung: a warp takes several
// rows, and a lane loads two doubles at a time.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

// task-begin
constexpr int kThreads = 128;  // 4 warps, 8 rows: small, so that SMs stay even
constexpr int kRound = 16 * 32;  // parts of a row: 16 loads in flight per lane

__device__ double times(double a, double x) { return a * x; }
__device__ double times(double2 a, double2 x) { return a.x * x.x + a.y * x.y; }

/// A warp takes two rows side by side: a part of `x` is loaded once for both,
/// and a lane has many loads in flight. Part is double2, or double where a row
/// need not begin at a multiple of 16 bytes. The launch bounds let a thread
/// hold many registers: each load in flight needs some to arrive in.
template <typename Part>
__global__ void __launch_bounds__(kThreads, 1)
    two_rows(const double* a,  // m x n
             const double* x,  // n values
             double* y,        // m values
             int m, int n) {
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32 * 2;
  const int lane = threadIdx.x % 32;
  if (row >= m) return;  // both rows of the warp: all its lanes leave
  // An odd last row has no partner. It is its own, so no lane leaves alone.
  const int other = min(row + 1, m - 1);
  const auto* upper = reinterpret_cast<const Part*>(a + size_t(row) * n);
  const auto* lower = reinterpret_cast<const Part*>(a + size_t(other) * n);
  const auto* right = reinterpret_cast<const Part*>(x);
  const int parts = n / (sizeof(Part) / sizeof(double));
  double up = 0, low = 0;
  const auto add = [&](int c) {
    const Part value = right[c];
    up += times(__ldcs(upper + c), value);  // read once: keep x in the cache
    low += times(__ldcs(lower + c), value);
  };
  int c = lane;
  for (const int whole = parts - parts % kRound; c < whole; c += kRound) {
#pragma unroll
    for (int k = 0; k < kRound; k += 32) add(c + k);
  }
  for (; c < parts; c += 32) add(c);
  // Two sums per lane become one: lanes 0 to 15 keep the upper row and give the
  // lower one away, lanes 16 to 31 the other way around. From here on the two
  // rows share each step: five steps for both, not for one.
  const bool keep_upper = lane < 16;
  double sum = keep_upper ? up : low;
  sum += __shfl_xor_sync(0xffffffff, keep_upper ? low : up, 16);
  for (int offset = 8; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);  // for both rows
  }
  if (lane == 0) y[row] = sum;
  if (lane == 16 && other > row) y[other] = sum;
}

void matvec(const double* a, const double* x, double* y, int m, int n) {
  if (m == 0) return;
  const int warps = (m + 1) / 2;
  const int blocks = (32 * warps + kThreads - 1) / kThreads;
  if (n % 2 == 0) {
    two_rows<double2><<<blocks, kThreads>>>(a, x, y, m, n);
  } else {
    two_rows<double><<<blocks, kThreads>>>(a, x, y, m, n);
  }
  CUDA_CHECK(cudaGetLastError());
}
// task-end
