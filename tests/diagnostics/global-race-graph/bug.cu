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

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (0,0,0)
  touch `cudaMalloc #1+0` in launches that nothing orders
  --> bug.cu:10:3
   |
 5 |   a[i] = 1;
   |   - (1) thread 0 of block (0,0,0) of launch 0 (node 1 of graph #1) stores
   |     `cudaMalloc #1+0` here
10 |   b[i] = a[i];
   |   ^ (2) thread 0 of block (0,0,0) (node 2 of graph #1) loads
   |     `cudaMalloc #1+0` here
   |
   = why:   nodes of one graph without a path from one to the other, same 4
            bytes, one is a store, nothing makes one launch wait for the other
   = seen:  32 such pairs; lowest address shown
   = learn: docs/diagnostics/global-race.md
*/
