// SPDX-License-Identifier: MIT
// A node of a graph beyond a limit. The program prints the error and goes on,
// so it is a warning; without the print it would be the same, for the call
// returns the error.
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data = nullptr;
  void* arguments[] = {&data};
  cudaKernelNodeParams kernel{};
  kernel.func = reinterpret_cast<void*>(fill);
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(32, 64);
  kernel.kernelParams = arguments;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphCreate(&graph, 0);
  std::puts(cudaGetErrorName(
      cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel)));
  cudaGraphDestroy(graph);
}

/* report:
warning[invalid-launch]: `fill` cannot start: a block has 2048 threads; h200
  allows 1024
  = host:  in main
  = error: cudaGraphAddKernelNode returns cudaErrorInvalidValue
  = why:   a block runs on one multiprocessor, which has room for so many
           threads of one block
  = seen:  a node of a graph, grid (1,1,1), block (32,64,1)
  = learn: docs/diagnostics/invalid-launch.md
*/
