// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors"
// Each thread loads its own row from global memory: lanes 128 bytes apart.
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
  const int first = blockIdx.x * kThreads, r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) {
      sum += weigh_vector(in[(first + r) * kVectors + v], v);
    }
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
