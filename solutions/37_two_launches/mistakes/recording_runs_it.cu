// SPDX-License-Identifier: MIT
// caught by: case "the graph does one round each time it runs"
// The work is run once "to record it", and then captured: x is changed before
// the graph is launched for the first time.

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
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  launch_rounds(x, p, n, rounds, stream);
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch_rounds(x, p, n, rounds, stream);
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));  // exec holds all that it needs
  return exec;
}
