// SPDX-License-Identifier: MIT
// The graph is put together node by node; each stage depends on the last one.

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
                              cudaStream_t) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t last{};
  for (int s = 0; s < 2 * rounds; ++s) {
    unsigned* from = s % 2 == 0 ? x : p;
    unsigned* to = s % 2 == 0 ? p : x;
    void* arguments[] = {&from, &to, &n};
    cudaKernelNodeParams launch{};
    launch.func = reinterpret_cast<void*>(stage);
    launch.gridDim = dim3(blocks_for(n));
    launch.blockDim = dim3(kThreads);
    launch.kernelParams = arguments;  // copied now
    cudaGraphNode_t node;
    CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, s > 0 ? &last : nullptr,
                                      s > 0 ? 1 : 0, &launch));
    last = node;
  }
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return exec;
}
