// SPDX-License-Identifier: MIT
// Weighted sums of rows of 32 floats: out[r] = sum of (k + 1) * in[r][k]. A
// block of 128 threads takes 128 rows: it copies them to shared memory, 8
// vectors of 16 bytes per row, and then each thread adds up one row.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 128;  // and rows per block

/// What the four values of vector `v` of a row, 0 to 7, add to its sum.
__device__ float weighted(float4 f, int v) {
  const int k = 4 * v;
  return (k + 1) * f.x + (k + 2) * f.y + (k + 3) * f.z + (k + 4) * f.w;
}

__global__ void sum_rows(const float4* in,  // rows x kVectors
                         float* out,        // rows
                         int rows) {
  // task-begin
  const int first = blockIdx.x * kThreads;  // row of thread 0
  // One vector more than a row needs. Row r begins 36 r words on: eight lanes
  // of a phase, one row each, begin in banks 0, 4, 8, ... 28 and fill all 32.
  // One *word* more would put rows at multiples of 4 bytes, not of 16.
  __shared__ float4 tile[kThreads][kVectors + 1];
  // Thread t copies vectors t, t + 128, ...: neighbours in `in`.
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile[row][v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    out[first + r] = sum;
  }
  // task-end
}

void weighted_sums(const float* in, float* out, int rows) {
  if (rows == 0) return;
  sum_rows<<<(rows + kThreads - 1) / kThreads, kThreads>>>(
      reinterpret_cast<const float4*>(in), out, rows);
  CUDA_CHECK(cudaGetLastError());
}
