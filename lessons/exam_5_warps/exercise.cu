// SPDX-License-Identifier: MIT
// Finds the runs of equal keys in rows of 32 elements, and the length and the
// sum of each run. A warp takes a row, a lane takes an element.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 128;  // 4 rows per block

// task-begin
// TODO: write the kernel. A warp takes a row; which element is whose follows
// from the launch below.
__global__ void find_runs_kernel(const int* keys, const int* values, int count,
                                 Runs runs) {}
// task-end

void find_runs(const int* keys, const int* values, int count, Runs runs) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  find_runs_kernel<<<blocks, kThreads>>>(keys, values, count, runs);
  CUDA_CHECK(cudaGetLastError());
}
