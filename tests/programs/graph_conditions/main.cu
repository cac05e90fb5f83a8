// SPDX-License-Identifier: MIT
// Conditional nodes of a graph: a kernel decides which body runs, and how
// often.
#include <cstdio>

#include "common/cuda_check.h"

using Handle = cudaGraphConditionalHandle;

__global__ void count_down(Handle handle, int* left) {
  *left -= 1;
  cudaGraphSetConditional(handle, *left > 0);
}

__global__ void choose(Handle handle, const int* value) {
  cudaGraphSetConditional(handle, *value);
}

__global__ void add(int* to, int value) { *to += value; }

template <class... Arguments>
cudaGraphNode_t kernel(cudaGraph_t graph, cudaGraphNode_t after,
                       void (*function)(Arguments...), Arguments... values) {
  void* arguments[] = {&values...};
  cudaKernelNodeParams launch{};
  launch.func = reinterpret_cast<void*>(function);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphNode_t node;
  CUDA_CHECK(
      cudaGraphAddKernelNode(&node, graph, &after, after != nullptr, &launch));
  return node;
}

/// A conditional node after `after`; its bodies go to `bodies`.
cudaGraphNode_t conditional(cudaGraph_t graph, cudaGraphNode_t after,
                            Handle handle, cudaGraphConditionalNodeType type,
                            unsigned size, cudaGraph_t* bodies) {
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = size;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddNode(&node, graph, &after, nullptr, after != nullptr,
                              &parameters));
  for (unsigned i = 0; i < size; ++i)
    bodies[i] = parameters.conditional.phGraph_out[i];
  return node;
}

int* value_of(int value) {
  int* data;
  CUDA_CHECK(cudaMalloc(&data, sizeof(int)));
  CUDA_CHECK(cudaMemcpy(data, &value, sizeof value, cudaMemcpyHostToDevice));
  return data;
}

int read(const int* data) {
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

void set(int* data, int value) {
  CUDA_CHECK(cudaMemcpy(data, &value, sizeof value, cudaMemcpyHostToDevice));
}

void loop() {
  int *left = value_of(5), *rounds = value_of(0);
  cudaGraph_t graph, body;
  cudaGraphExec_t exec;
  Handle handle;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1,
                                              cudaGraphCondAssignDefault));
  const cudaGraphNode_t node =
      conditional(graph, nullptr, handle, cudaGraphCondTypeWhile, 1, &body);
  const cudaGraphNode_t first = kernel(body, nullptr, add, rounds, 1);
  kernel(body, first, count_down, handle, left);
  cudaGraphNodeType type;
  CUDA_CHECK(cudaGraphNodeGetType(node, &type));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, nullptr));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("while: %d rounds, type %d\n", read(rounds),
              type == cudaGraphNodeTypeConditional);
  set(left, 3);
  CUDA_CHECK(cudaGraphLaunch(exec, nullptr));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("again: %d rounds in all\n", read(rounds));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaFree(left));
  CUDA_CHECK(cudaFree(rounds));
}

/// A kernel chooses among bodies that add 1, 10, 100 ...
void branches(const char* name, cudaGraphConditionalNodeType type,
              unsigned size, int most) {
  int *value = value_of(0), *sum = value_of(0);
  cudaGraph_t graph, bodies[3];
  cudaGraphExec_t exec;
  Handle handle;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&handle, graph));
  const cudaGraphNode_t decided =
      kernel<Handle, const int*>(graph, nullptr, choose, handle, value);
  const cudaGraphNode_t node =
      conditional(graph, decided, handle, type, size, bodies);
  for (unsigned i = 0, each = 1; i < size; ++i, each *= 10)
    kernel(bodies[i], nullptr, add, sum, static_cast<int>(each));
  kernel(graph, node, add, sum, 1000);
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  std::printf("%s:", name);
  for (int i = 0; i <= most; ++i) {
    set(value, i);
    set(sum, 0);
    CUDA_CHECK(cudaGraphLaunch(exec, nullptr));
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf(" %d", read(sum));
  }
  std::printf("\n");
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaFree(value));
  CUDA_CHECK(cudaFree(sum));
}

/// A loop within a loop, its bodies captured from a stream.
void nested() {
  int *outer_left = value_of(3), *inner_left = value_of(0), *sum = value_of(0);
  cudaStream_t stream;
  cudaGraph_t graph, outer, inner, ended;
  cudaGraphExec_t exec;
  Handle outer_handle, inner_handle;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&outer_handle, graph, 1,
                                              cudaGraphCondAssignDefault));
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&inner_handle, graph, 0, 0));
  conditional(graph, nullptr, outer_handle, cudaGraphCondTypeWhile, 1, &outer);
  const cudaGraphNode_t two = kernel(outer, nullptr, add, inner_left, 2);
  const cudaGraphNode_t begun =
      kernel<Handle, const int*>(outer, two, choose, inner_handle, inner_left);
  const cudaGraphNode_t loop = conditional(outer, begun, inner_handle,
                                           cudaGraphCondTypeWhile, 1, &inner);
  kernel(outer, loop, count_down, outer_handle, outer_left);
  CUDA_CHECK(cudaStreamBeginCaptureToGraph(stream, inner, nullptr, nullptr, 0,
                                           cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, stream>>>(sum, 1);
  CUDA_CHECK(cudaGetLastError());
  count_down<<<1, 1, 0, stream>>>(inner_handle, inner_left);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaStreamEndCapture(stream, &ended));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("nested: %d rounds\n", read(sum));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamDestroy(stream));
  for (int* data : {outer_left, inner_left, sum}) CUDA_CHECK(cudaFree(data));
}

int main() {
  loop();
  branches("if", cudaGraphCondTypeIf, 1, 2);
  branches("if and else", cudaGraphCondTypeIf, 2, 1);
  branches("switch", cudaGraphCondTypeSwitch, 3, 3);
  nested();
}
