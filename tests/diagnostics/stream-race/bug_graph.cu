// SPDX-License-Identifier: MIT
// The memset and the kernel are nodes of one graph, without an edge.
__global__ void count(int* counter) { atomicAdd(counter, 1); }

int main() {
  int* counter;
  cudaMalloc(&counter, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemsetParams zero{};
  zero.dst = counter;
  zero.elementSize = sizeof(int);
  zero.width = zero.height = 1;
  cudaGraphNode_t zeroed, counted;
  cudaGraphAddMemsetNode(&zeroed, graph, nullptr, 0, &zero);
  void* arguments[] = {&counter};
  cudaKernelNodeParams kernel{};
  kernel.func = reinterpret_cast<void*>(count);
  kernel.gridDim = kernel.blockDim = 1;
  kernel.kernelParams = arguments;
  cudaGraphAddKernelNode(&counted, graph, nullptr, 0, &kernel);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(counter);
}

/* report:
error[stream-race]: the kernel `count` stores `cudaMalloc #1+0`, which a memset
  node of the graph may still write
 --> bug_graph.cu:3:30
  |
3 | __global__ void count(int* counter) { atomicAdd(counter, 1); }
  |                              ^ (2) `count` stores `cudaMalloc #1+0` here
  |
  = work:  (1) a memset node of the graph writes it in main
  = work:  (2) `count` is launched in main
  = order: a dependency between the two nodes orders them
  = why:   nodes of one graph without a path from one to the other run in any
           order
  = learn: docs/diagnostics/stream-race.md
*/
