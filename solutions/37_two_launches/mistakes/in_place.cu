// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// "p is not needed": a stage that writes the array which others still read.

void launch_rounds(unsigned* x, unsigned*, int n, int rounds,
                   cudaStream_t stream) {
  if (n == 0) return;
  for (int round = 0; round < rounds; ++round) {
    stage<<<blocks_for(n), kThreads, 0, stream>>>(x, x, n);
    stage<<<blocks_for(n), kThreads, 0, stream>>>(x, x, n);
  }
  CUDA_CHECK(cudaGetLastError());
}

cudaGraphExec_t record_rounds(unsigned* x, unsigned* p, int n, int rounds,
                              cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch_rounds(x, p, n, rounds, stream);
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));  // exec holds all that it needs
  return exec;
}
