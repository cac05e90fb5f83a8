// SPDX-License-Identifier: MIT
// caught by: diagnostic invalid-launch
// The division drops the block of the last values; fewer than 64 make a grid of
// 0 blocks.

void launch_rounds(unsigned* x, unsigned* p, int n, int rounds,
                   cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = n / kThreads;
  for (int round = 0; round < rounds; ++round) {
    stage<<<blocks, kThreads, 0, stream>>>(x, p, n);
    CUDA_CHECK(cudaGetLastError());
    stage<<<blocks, kThreads, 0, stream>>>(p, x, n);
    CUDA_CHECK(cudaGetLastError());
  }
}

cudaGraphExec_t record_rounds(unsigned* x, unsigned* p, int n, int rounds,
                              cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch_rounds(x, p, n, rounds, stream);
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return exec;
}
