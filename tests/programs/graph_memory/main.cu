// SPDX-License-Identifier: MIT
// Memory that belongs to a graph: allocated and freed by its nodes, by a
// captured stream, by the stream after the launch, and not at all.
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kCount = 32;
constexpr size_t kBytes = kCount * sizeof(int);

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

__global__ void add(const int* in, int* total) {
  atomicAdd(total, in[threadIdx.x]);
}

__global__ void wait_for(const volatile int* flag) {
  while (*flag == 0) {
  }
}

cudaGraphNode_t kernel_node(cudaGraph_t graph, cudaGraphNode_t after,
                            void* kernel, void** arguments) {
  cudaKernelNodeParams launch{};
  launch.func = kernel;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(kCount);
  launch.kernelParams = arguments;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, &after, 1, &launch));
  return node;
}

cudaGraphNode_t allocate_node(cudaGraph_t graph, int** data) {
  cudaMemAllocNodeParams parameters{};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location = {cudaMemLocationTypeDevice, 0};
  parameters.bytesize = kBytes;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &parameters));
  *data = static_cast<int*>(parameters.dptr);
  return node;
}

int read(const int* total) {
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, total, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

void by_nodes(int* total) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int *data, value = 2;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t made = allocate_node(graph, &data);
  void* fill_arguments[] = {&data, &value};
  const cudaGraphNode_t filled =
      kernel_node(graph, made, reinterpret_cast<void*>(fill), fill_arguments);
  void* add_arguments[] = {&data, &total};
  const cudaGraphNode_t added =
      kernel_node(graph, filled, reinterpret_cast<void*>(add), add_arguments);
  cudaGraphNode_t freed;
  CUDA_CHECK(cudaGraphAddMemFreeNode(&freed, graph, &added, 1, data));
  cudaGraphNodeType first, last;
  CUDA_CHECK(cudaGraphNodeGetType(made, &first));
  CUDA_CHECK(cudaGraphNodeGetType(freed, &last));
  cudaMemAllocNodeParams parameters{};
  CUDA_CHECK(cudaGraphMemAllocNodeGetParams(made, &parameters));
  void* address = nullptr;
  CUDA_CHECK(cudaGraphMemFreeNodeGetParams(freed, &address));
  std::printf("types %d %d, %d bytes, same address: %d %d\n",
              first == cudaGraphNodeTypeMemAlloc,
              last == cudaGraphNodeTypeMemFree, int(parameters.bytesize),
              parameters.dptr == data, address == data);
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) CUDA_CHECK(cudaGraphLaunch(exec, nullptr));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("three launches: %d\n", read(total));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
}

void by_capture(int* total) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int* data;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CUDA_CHECK(cudaMallocAsync(&data, kBytes, stream));
  fill<<<1, kCount, 0, stream>>>(data, 1);
  add<<<1, kCount, 0, stream>>>(data, total);
  CUDA_CHECK(cudaFreeAsync(data, stream));
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  size_t nodes = 0;
  CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 2; ++i) CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("captured, %d nodes: %d\n", int(nodes), read(total));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

/// Launches a graph that frees nothing, and uses its memory after that.
void left_behind(int* total, bool automatic) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int *data, value = 3;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t made = allocate_node(graph, &data);
  void* arguments[] = {&data, &value};
  kernel_node(graph, made, reinterpret_cast<void*>(fill), arguments);
  CUDA_CHECK(cudaGraphInstantiate(
      &exec, graph, automatic ? cudaGraphInstantiateFlagAutoFreeOnLaunch : 0));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  add<<<1, kCount, 0, stream>>>(data, total);
  const cudaError_t again = cudaGraphLaunch(exec, stream);
  std::printf("launched again: %s, ", cudaGetErrorName(again));
  CUDA_CHECK(cudaFreeAsync(data, stream));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaFree(data));
  std::printf("total %d\n", read(total));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

/// Launches graphs while a kernel still waits for the host: what counts is the
/// order of the calls.
void while_a_kernel_waits() {
  cudaStream_t stream;
  cudaGraph_t tidy, untidy;
  cudaGraphExec_t tidy_exec, untidy_exec;
  int *flag, *data, *left;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaMallocHost(&flag, sizeof *flag));
  *flag = 0;
  CUDA_CHECK(cudaGraphCreate(&tidy, 0));
  const cudaGraphNode_t made = allocate_node(tidy, &data);
  void* arguments[] = {&flag};
  const cudaGraphNode_t waited =
      kernel_node(tidy, made, reinterpret_cast<void*>(wait_for), arguments);
  cudaGraphNode_t freed;
  CUDA_CHECK(cudaGraphAddMemFreeNode(&freed, tidy, &waited, 1, data));
  CUDA_CHECK(cudaGraphInstantiate(&tidy_exec, tidy, 0));
  CUDA_CHECK(cudaGraphCreate(&untidy, 0));
  allocate_node(untidy, &left);
  CUDA_CHECK(cudaGraphInstantiate(&untidy_exec, untidy, 0));
  for (const cudaGraphExec_t exec : {tidy_exec, untidy_exec}) {
    const cudaError_t first = cudaGraphLaunch(exec, stream);
    const cudaError_t second = cudaGraphLaunch(exec, stream);
    std::printf("while a kernel waits: %s, %s\n", cudaGetErrorName(first),
                cudaGetErrorName(second));
  }
  *static_cast<volatile int*>(flag) = 1;
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaFree(left));
  CUDA_CHECK(cudaFreeHost(flag));
  CUDA_CHECK(cudaGraphExecDestroy(tidy_exec));
  CUDA_CHECK(cudaGraphExecDestroy(untidy_exec));
  CUDA_CHECK(cudaGraphDestroy(tidy));
  CUDA_CHECK(cudaGraphDestroy(untidy));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

int main() {
  int* total;
  CUDA_CHECK(cudaMalloc(&total, sizeof(int)));
  CUDA_CHECK(cudaMemset(total, 0, sizeof(int)));
  by_nodes(total);
  by_capture(total);
  left_behind(total, false);
  left_behind(total, true);
  while_a_kernel_waits();
  cudaGraph_t graph;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  std::printf("freeing other memory: %s\n",
              cudaGetErrorName(
                  cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, total)));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaDeviceGraphMemTrim(0));
  CUDA_CHECK(cudaFree(total));
}
