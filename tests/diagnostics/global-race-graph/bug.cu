// SPDX-License-Identifier: MIT
// Two nodes of a graph, and the second does not wait for the first.
__global__ void store(int* a) {
  const int i = threadIdx.x;
  a[i] = 1;
}

__global__ void load(const int* a, int* b) {
  const int i = threadIdx.x;
  b[i] = a[i];
}

cudaKernelNodeParams of(void* kernel, void** arguments) {
  return {kernel, dim3(1), dim3(32), 0, arguments, nullptr};
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&b, 32 * sizeof(int));
  void* arguments[] = {&a, &b};
  auto stores = of(reinterpret_cast<void*>(store), arguments);
  auto loads = of(reinterpret_cast<void*>(load), arguments);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t first, second;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &stores);
  cudaGraphAddKernelNode(&second, graph, nullptr, 0, &loads);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(a);
  cudaFree(b);
}
