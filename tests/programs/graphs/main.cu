// SPDX-License-Identifier: MIT
// Graphs put together node by node: what depends on what, clones, changes
// before and after they are made executable.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

constexpr int kCount = 100;

__device__ int last_total;

__global__ void set(int* to, int value) {
  if (threadIdx.x < kCount) to[threadIdx.x] = value;
}

__global__ void add(int* to, const int* from) {
  if (threadIdx.x < kCount) to[threadIdx.x] += from[threadIdx.x];
}

__global__ void total(const int* from) {
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (int i = 0; i < kCount; ++i) sum += from[i];
  last_total = sum;
}

void say(void* text) { std::printf("  host: %s\n", static_cast<char*>(text)); }

cudaKernelNodeParams launch(void* kernel, void** arguments) {
  cudaKernelNodeParams parameters{};
  parameters.func = kernel;
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(128);
  parameters.kernelParams = arguments;
  return parameters;
}

int read_total() {
  int value = -1;
  CUDA_CHECK(cudaMemcpyFromSymbol(&value, last_total, sizeof value));
  return value;
}

size_t nodes_in(cudaGraph_t graph) {
  size_t count = 0;
  CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &count));
  return count;
}

size_t edges_in(cudaGraph_t graph) {
  size_t count = 0;
  CUDA_CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  return count;
}

int main() {
  int *a, *b;
  CUDA_CHECK(cudaMalloc(&a, kCount * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&b, kCount * sizeof(int)));
  std::vector<int> host(kCount, 5);
  int answer[kCount] = {};
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));

  // b from the host, and a set to 7; then b added to a; then the total, and a
  // to the host; then a host function.
  cudaGraph_t graph;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t upload, begin, join, both, sum, download, done;
  CUDA_CHECK(cudaGraphAddMemcpyNode1D(&upload, graph, nullptr, 0, b,
                                      host.data(), kCount * sizeof(int),
                                      cudaMemcpyHostToDevice));
  int seven = 7;
  void* set_arguments[] = {&a, &seven};
  auto parameters = launch(reinterpret_cast<void*>(set), set_arguments);
  CUDA_CHECK(cudaGraphAddKernelNode(&begin, graph, nullptr, 0, &parameters));
  seven = 1000;  // copied when the node was added
  const cudaGraphNode_t roots[] = {upload, begin};
  CUDA_CHECK(cudaGraphAddEmptyNode(&join, graph, roots, 2));
  void* add_arguments[] = {&a, &b};
  parameters = launch(reinterpret_cast<void*>(add), add_arguments);
  CUDA_CHECK(cudaGraphAddKernelNode(&both, graph, &join, 1, &parameters));
  void* total_arguments[] = {&a};
  parameters = launch(reinterpret_cast<void*>(total), total_arguments);
  CUDA_CHECK(cudaGraphAddKernelNode(&sum, graph, nullptr, 0, &parameters));
  CUDA_CHECK(cudaGraphAddDependencies(graph, &both, &sum, nullptr, 1));
  CUDA_CHECK(cudaGraphAddMemcpyNode1D(&download, graph, &both, 1, answer, a,
                                      kCount * sizeof(int),
                                      cudaMemcpyDeviceToHost));
  char text[] = "the graph has run";
  cudaHostNodeParams host_parameters{say, text};
  const cudaGraphNode_t ends[] = {sum, download};
  CUDA_CHECK(cudaGraphAddHostNode(&done, graph, ends, 2, &host_parameters));

  std::printf("%zu nodes, %zu edges\n", nodes_in(graph), edges_in(graph));
  size_t count = 0;
  CUDA_CHECK(cudaGraphGetRootNodes(graph, nullptr, &count));
  std::printf("%zu roots\n", count);
  CUDA_CHECK(cudaGraphNodeGetDependencies(done, nullptr, nullptr, &count));
  std::printf("the last waits for %zu", count);
  CUDA_CHECK(cudaGraphNodeGetDependentNodes(both, nullptr, nullptr, &count));
  std::printf(", for the sum wait %zu\n", count);
  cudaGraphNodeType type;
  for (const cudaGraphNode_t node : {upload, begin, join, done}) {
    CUDA_CHECK(cudaGraphNodeGetType(node, &type));
    std::printf("type %d\n", static_cast<int>(type));
  }

  cudaGraph_t clone;
  CUDA_CHECK(cudaGraphClone(&clone, graph));
  cudaGraphNode_t twin;
  CUDA_CHECK(cudaGraphNodeFindInClone(&twin, begin, clone));

  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("first run: %d, a[99] = %d\n", read_total(), answer[99]);
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("second run: %d\n", read_total());

  // Other arguments, in the executable graph alone.
  int three = 3;
  void* other_arguments[] = {&a, &three};
  parameters = launch(reinterpret_cast<void*>(set), other_arguments);
  CUDA_CHECK(cudaGraphExecKernelNodeSetParams(exec, begin, &parameters));
  for (int& value : host) value = 1;  // read when the graph runs
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("other arguments: %d\n", read_total());
  cudaKernelNodeParams asked;
  CUDA_CHECK(cudaGraphKernelNodeGetParams(begin, &asked));
  std::printf("the graph still says %d, block %u\n",
              *static_cast<int*>(asked.kernelParams[1]), asked.blockDim.x);

  // A node that is switched off, and on again.
  CUDA_CHECK(cudaGraphNodeSetEnabled(exec, both, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("without the addition: %d\n", read_total());
  CUDA_CHECK(cudaGraphNodeSetEnabled(exec, both, 1));

  // The clone's node changed, then the executable graph updated from it.
  int ten = 10;
  void* ten_arguments[] = {&a, &ten};
  parameters = launch(reinterpret_cast<void*>(set), ten_arguments);
  CUDA_CHECK(cudaGraphKernelNodeSetParams(twin, &parameters));
  cudaGraphExecUpdateResultInfo info;
  CUDA_CHECK(cudaGraphExecUpdate(exec, clone, &info));
  CUDA_CHECK(cudaGraphLaunch(exec, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("updated from the clone: %d, result %d\n", read_total(),
              static_cast<int>(info.result));

  // Another shape cannot be put in its place.
  cudaGraphNode_t extra;
  CUDA_CHECK(cudaGraphAddEmptyNode(&extra, clone, nullptr, 0));
  const cudaError_t error = cudaGraphExecUpdate(exec, clone, &info);
  std::printf("update with one node more: %s, result %d\n",
              cudaGetErrorName(error), static_cast<int>(info.result));
  (void)cudaGetLastError();
  CUDA_CHECK(cudaGraphDestroyNode(extra));

  // A graph inside a graph, with a fill before it and another after it.
  cudaGraph_t outer;
  CUDA_CHECK(cudaGraphCreate(&outer, 0));
  cudaGraphNode_t fill, inner, later;
  cudaMemsetParams zeros{};
  zeros.dst = a;
  zeros.elementSize = 4;
  zeros.value = 0x01020304;
  zeros.width = kCount;
  zeros.height = 1;
  CUDA_CHECK(cudaGraphAddMemsetNode(&fill, outer, nullptr, 0, &zeros));
  CUDA_CHECK(cudaGraphAddChildGraphNode(&inner, outer, &fill, 1, graph));
  cudaGraphNodeParams general{};
  general.type = cudaGraphNodeTypeMemset;
  general.memset.dst = b;
  general.memset.elementSize = 2;
  general.memset.value = 0x0a0b;
  general.memset.width = 2;
  general.memset.height = 1;
  CUDA_CHECK(cudaGraphAddNode(&later, outer, &inner, nullptr, 1, &general));
  CUDA_CHECK(cudaGraphDestroy(graph));
  cudaGraphExec_t nested;
  CUDA_CHECK(cudaGraphInstantiate(&nested, outer, 0));
  CUDA_CHECK(cudaGraphLaunch(nested, stream));
  int first_of_b = 0;
  CUDA_CHECK(cudaMemcpyAsync(&first_of_b, b, sizeof(int),
                             cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("inside a graph: %d, then b[0] = %x\n", read_total(), first_of_b);

  // Two nodes that wait for each other.
  cudaGraph_t circle;
  CUDA_CHECK(cudaGraphCreate(&circle, 0));
  cudaGraphNode_t one, two;
  CUDA_CHECK(cudaGraphAddEmptyNode(&one, circle, nullptr, 0));
  CUDA_CHECK(cudaGraphAddEmptyNode(&two, circle, &one, 1));
  cudaGraphExec_t none = nullptr;
  cudaError_t bad = cudaGraphAddDependencies(circle, &two, &one, nullptr, 1);
  if (bad == cudaSuccess) bad = cudaGraphInstantiate(&none, circle, 0);
  std::printf("a circle: %s\n", cudaGetErrorName(bad));
  (void)cudaGetLastError();

  CUDA_CHECK(cudaGraphDestroy(circle));
  CUDA_CHECK(cudaGraphDestroy(clone));
  CUDA_CHECK(cudaGraphDestroy(outer));
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphExecDestroy(nested));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFree(a));
  CUDA_CHECK(cudaFree(b));
}
