// SPDX-License-Identifier: MIT
// Right as well: a kernel of its own, with 256 threads and tiles of the values.

__global__ void own_stage(const unsigned* from, unsigned* to, int n) {
  __shared__ unsigned some[256];
  const int j = blockIdx.x * 256 + threadIdx.x;
  unsigned sum = 0;
  for (int first = 0; first < n; first += 256) {
    const int i = first + threadIdx.x;
    some[threadIdx.x] = i < n ? from[i] : 0;
    __syncthreads();
    for (int k = 0; k < 256; ++k) sum += some[k];
    __syncthreads();
  }
  if (j < n) to[j] = from[j] + sum;
}
void launch_rounds(unsigned* x, unsigned* p, int n, int rounds,
                   cudaStream_t stream) {
  if (n == 0) return;
  const int blocks = (n + 255) / 256;
  for (int round = 0; round < rounds; ++round) {
    own_stage<<<blocks, 256, 0, stream>>>(x, p, n);
    own_stage<<<blocks, 256, 0, stream>>>(p, x, n);
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
  CUDA_CHECK(cudaGraphDestroy(graph));  // exec holds all that it needs
  return exec;
}
