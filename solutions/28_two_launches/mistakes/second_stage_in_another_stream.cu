// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// Two launches, but in two streams that know nothing of each other: the second
// stage may begin before the first has ended.
// Rounds of x -> p -> x over many blocks. Each value of p needs ALL values of
// x, and these were made by threads of other blocks.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 64;  // threads a block; as many blocks as x needs

/// One stage: to[j] = from[j] + (sum of all from), one thread for each j.
__global__ void stage(const unsigned* from, unsigned* to, int n) {
  const int j = blockIdx.x * kThreads + threadIdx.x;
  if (j >= n) return;
  unsigned sum = from[j];
  for (int i = 0; i < n; ++i) sum += from[i];
  to[j] = sum;
}

int blocks_for(int n) { return (n + kThreads - 1) / kThreads; }

// task-begin
cudaStream_t other_stream() {
  static cudaStream_t other = nullptr;
  if (other == nullptr) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  }
  return other;
}

void launch_rounds(unsigned* x, unsigned* p, int n, int rounds,
                   cudaStream_t stream) {
  if (n == 0) return;
  for (int round = 0; round < rounds; ++round) {
    stage<<<blocks_for(n), kThreads, 0, stream>>>(x, p, n);
    stage<<<blocks_for(n), kThreads, 0, other_stream()>>>(p, x, n);
  }
  CUDA_CHECK(cudaGetLastError());
}

cudaGraphExec_t record_rounds(unsigned* x, unsigned* p, int n, int rounds,
                              cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int round = 0; round < rounds; ++round) {
    stage<<<blocks_for(n), kThreads, 0, stream>>>(x, p, n);
    stage<<<blocks_for(n), kThreads, 0, stream>>>(p, x, n);
  }
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));  // exec holds all that it needs
  return exec;
}
// task-end
