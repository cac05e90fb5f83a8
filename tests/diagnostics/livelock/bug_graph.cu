// SPDX-License-Identifier: MIT
// A `while` node whose body computes, and never says that it is enough.
__global__ void halve(float* error) { *error /= 2; }

int main() {
  float* error;
  cudaMalloc(&error, sizeof(float));
  cudaMemset(error, 1, sizeof(float));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphConditionalHandle again;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&again, graph, 1,
                                   cudaGraphCondAssignDefault);
  cudaGraphNodeParams loop{};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = again;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop);
  void* arguments[] = {&error};
  cudaKernelNodeParams launch{};
  launch.func = reinterpret_cast<void*>(halve);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&node, loop.conditional.phGraph_out[0], nullptr, 0,
                         &launch);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
}

/* report:
error[livelock]: the `while` node 1 of graph #1 cannot end
  = host:  in main
  = why:   its condition is not zero, and no kernel in its body calls
           cudaGraphSetConditional
  = learn: docs/diagnostics/livelock.md
*/
