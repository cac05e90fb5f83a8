// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes the fewest passes"
// Over all 32 lanes each bank is asked equally often. But lanes go in phases
// of eight, and the rows of a phase have only two different keys.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 128;  // and rows of a block

/// What the four values of vector `v` of a row, 0 to 7, add to its sum.
__device__ float weigh_vector(float4 f, int v) {
  const int k = 4 * v;
  return (k + 1) * f.x + (k + 2) * f.y + (k + 3) * f.z + (k + 4) * f.w;
}

__global__ void weigh_rows(const float4* in,  // rows x kVectors
                           float* out,        // rows
                           int rows) {
  // task-begin
  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows)
      tile[row][v ^ (row / 4 % 8)] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v)
      sum += weigh_vector(tile[r][v ^ (r / 4 % 8)], v);
    out[first + r] = sum;
  }
  // task-end
}

void weigh(const float* in, float* out, int rows) {
  if (rows == 0) return;
  weigh_rows<<<(rows + kThreads - 1) / kThreads, kThreads>>>(
      reinterpret_cast<const float4*>(in), out, rows);
  CUDA_CHECK(cudaGetLastError());
}
