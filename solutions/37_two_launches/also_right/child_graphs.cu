// SPDX-License-Identifier: MIT
// Right as well: a graph of one round, as often in a chain as there are rounds.

// Why two launches and not one: __syncthreads() reaches one block. The end of
// a kernel reaches all of them: the next kernel of the same stream begins when
// every block of the last one has ended, and sees everything that they wrote.
void launch_rounds(unsigned* x, unsigned* p, int n, int rounds,
                   cudaStream_t stream) {
  if (n == 0) return;
  for (int round = 0; round < rounds; ++round) {
    stage<<<blocks_for(n), kThreads, 0, stream>>>(x, p, n);
    stage<<<blocks_for(n), kThreads, 0, stream>>>(p, x, n);
  }
  CUDA_CHECK(cudaGetLastError());
}

cudaGraphExec_t record_rounds(unsigned* x, unsigned* p, int n, int rounds,
                              cudaStream_t stream) {
  cudaGraph_t round, graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  launch_rounds(x, p, n, 1, stream);
  CUDA_CHECK(cudaStreamEndCapture(stream, &round));
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t last{};
  for (int i = 0; i < rounds; ++i) {
    cudaGraphNode_t node;
    CUDA_CHECK(cudaGraphAddChildGraphNode(&node, graph, i > 0 ? &last : nullptr,
                                          i > 0 ? 1 : 0, round));
    last = node;
  }
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaGraphDestroy(round));
  return exec;
}
