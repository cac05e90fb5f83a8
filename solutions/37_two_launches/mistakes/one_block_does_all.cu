// SPDX-License-Identifier: MIT
// caught by: case "every stage is a launch of its own"
// One block needs no grid-wide wait: it is right, and it leaves all other
// multiprocessors without work.

__global__ void one_block(unsigned* x, unsigned* p, int n, int rounds) {
  for (int s = 0; s < 2 * rounds; ++s) {
    const unsigned* from = s % 2 == 0 ? x : p;
    unsigned* to = s % 2 == 0 ? p : x;
    for (int j = threadIdx.x; j < n; j += kThreads) {
      unsigned sum = from[j];
      for (int i = 0; i < n; ++i) sum += from[i];
      to[j] = sum;
    }
    __syncthreads();
  }
}

void launch_rounds(unsigned* x, unsigned* p, int n, int rounds,
                   cudaStream_t stream) {
  if (n == 0) return;
  one_block<<<1, kThreads, 0, stream>>>(x, p, n, rounds);
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
