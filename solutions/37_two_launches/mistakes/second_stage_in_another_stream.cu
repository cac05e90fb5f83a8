// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// Two launches, but in two streams that know nothing of each other: the second
// stage may begin before the first has ended.

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
