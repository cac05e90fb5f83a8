// SPDX-License-Identifier: MIT
// Memory that graphs allocate: its limits, and what such a graph cannot do. The
// errors are those of an H200 with CUDA 13.0.
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <initializer_list>

namespace {

using Nodes = std::initializer_list<cudaGraphNode_t>;

cudaMemAllocNodeParams wish(size_t bytes) {
  cudaMemAllocNodeParams parameters{};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location = {cudaMemLocationTypeDevice, 0};
  parameters.bytesize = bytes;
  return parameters;
}

cudaGraph_t new_graph() {
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  return graph;
}

cudaGraphNode_t add_memory(cudaGraph_t graph, size_t bytes, void** pointer,
                           Nodes after = {}) {
  cudaGraphNode_t node = nullptr;
  auto parameters = wish(bytes);
  REQUIRE(cudaGraphAddMemAllocNode(&node, graph, after.begin(), after.size(),
                                   &parameters) == cudaSuccess);
  *pointer = parameters.dptr;
  return node;
}

cudaGraphNode_t add_free(cudaGraph_t graph, void* pointer, Nodes after) {
  cudaGraphNode_t node = nullptr;
  REQUIRE(cudaGraphAddMemFreeNode(&node, graph, after.begin(), after.size(),
                                  pointer) == cudaSuccess);
  return node;
}

cudaGraphExec_t ready(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  return exec;
}

size_t free_bytes() {
  size_t free = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  return free;
}

}  // namespace

// Run with SIMT_DEVICE=c1060: it has less memory than there are addresses.
TEST_SUITE_BEGIN("small device");

TEST_CASE("a graph needs more memory at once than the device has") {
  const size_t most = free_bytes(), part = most / 5 * 3;
  const cudaGraph_t graph = new_graph();
  void *one = nullptr, *two = nullptr;
  const auto first = add_memory(graph, part, &one);
  add_memory(graph, part, &two, {first});
  const cudaGraphExec_t exec = ready(graph);
  CHECK(cudaGraphUpload(exec, nullptr) == cudaErrorMemoryAllocation);
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaErrorMemoryAllocation);
  CHECK(free_bytes() == most);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
}

TEST_CASE("what a graph has freed it can have again") {
  const size_t most = free_bytes(), part = most / 5 * 3;
  const cudaGraph_t graph = new_graph();
  void *one = nullptr, *two = nullptr;
  const auto first = add_memory(graph, part, &one);
  const auto freed = add_free(graph, one, {first});
  const auto second = add_memory(graph, part, &two, {freed});
  add_free(graph, two, {second});
  const cudaGraphExec_t exec = ready(graph);
  CHECK(cudaGraphUpload(exec, nullptr) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
  CHECK(free_bytes() == most);
}

TEST_CASE("the memory of two graphs does not fit together") {
  const size_t most = free_bytes(), part = most / 5 * 3;
  void *one = nullptr, *two = nullptr;
  const cudaGraph_t first = new_graph(), second = new_graph();
  add_memory(first, part, &one);
  add_memory(second, part, &two);
  const cudaGraphExec_t left = ready(first), right = ready(second);
  CHECK(cudaGraphLaunch(left, nullptr) == cudaSuccess);
  CHECK(cudaGraphLaunch(right, nullptr) == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CHECK(cudaFree(one) == cudaSuccess);
  CHECK(cudaGraphLaunch(right, nullptr) == cudaSuccess);
  CHECK(cudaFree(two) == cudaSuccess);
  CHECK(free_bytes() == most);
}

TEST_SUITE_END();
