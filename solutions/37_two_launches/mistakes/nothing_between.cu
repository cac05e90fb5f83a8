// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// The article's first kernel: both stages one after the other, nothing waits.

__global__ void round_in_one(unsigned* x, unsigned* p, int n) {
  const int j = blockIdx.x * kThreads + threadIdx.x;
  unsigned sum = 0;
  if (j < n) {
    sum = x[j];
    for (int i = 0; i < n; ++i) sum += x[i];
    p[j] = sum;
  }
  if (j < n) {
    sum = p[j];
    for (int i = 0; i < n; ++i) sum += p[i];
    x[j] = sum;
  }
}

void launch_rounds(unsigned* x, unsigned* p, int n, int rounds,
                   cudaStream_t stream) {
  if (n == 0) return;
  for (int round = 0; round < rounds; ++round) {
    round_in_one<<<blocks_for(n), kThreads, 0, stream>>>(x, p, n);
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
