// SPDX-License-Identifier: MIT
// caught by: case "launches go to the stream that was given, and nothing waits"
// Nobody destroys the graph. It stays until the program ends, once per call.

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

// Capture notes the launches instead of running them. The order of the stream
// becomes the order of the graph, so nothing new can go wrong.
cudaGraphExec_t record_rounds(unsigned* x, unsigned* p, int n, int rounds,
                              cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch_rounds(x, p, n, rounds, stream);
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  return exec;
}
