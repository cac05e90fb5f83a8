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

TEST_CASE("a GPU before 9.0 has no programmatic events") {
  cudaEvent_t event = nullptr;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaLaunchAttribute records{};
  records.id = cudaLaunchAttributeProgrammaticEvent;
  records.val.programmaticEvent.event = event;
  const cudaLaunchConfig_t config{1, 1, 0, nullptr, &records, 1};
  CHECK(cudaLaunchKernelExC(&config, nullptr, nullptr) ==
        cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
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

TEST_CASE("memory for a graph is asked for in the right way, by each call") {
  const cudaGraph_t graph = new_graph();
  const auto refused = [&](cudaMemAllocNodeParams parameters) {
    cudaGraphNode_t node = nullptr;
    void* const before = parameters.dptr = &node;
    cudaGraphNodeParams general{};
    general.type = cudaGraphNodeTypeMemAlloc;
    general.alloc = {parameters.poolProps, parameters.accessDescs,
                     parameters.accessDescCount, parameters.bytesize, before};
    const cudaError_t one =
        cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &parameters);
    const cudaError_t other =
        cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &general);
    CHECK(one == other);
    CHECK((one == cudaSuccess) == (parameters.dptr != before));
    CHECK((one == cudaSuccess) == (general.alloc.dptr != before));
    cudaGetLastError();
    return other;
  };
  CHECK(refused(wish(64)) == cudaSuccess);
  CHECK(refused(wish(0)) == cudaErrorInvalidValue);
  CHECK(refused(wish(size_t{1} << 46)) == cudaErrorMemoryAllocation);
  auto wrong = wish(64);
  wrong.poolProps.allocType = cudaMemAllocationTypeInvalid;
  CHECK(refused(wrong) == cudaErrorInvalidValue);
  wrong = wish(64);
  wrong.poolProps.location.id = 5;
  CHECK(refused(wrong) == cudaErrorInvalidValue);
  wrong = wish(64);
  wrong.poolProps.location.type = cudaMemLocationTypeInvalid;
  CHECK(refused(wrong) == cudaErrorInvalidValue);
  wrong = wish(64);
  wrong.poolProps.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  CHECK(refused(wrong) == cudaErrorNotSupported);
  auto own = wish(64);
  const cudaMemAccessDesc itself{{cudaMemLocationTypeDevice, 0},
                                 cudaMemAccessFlagsProtReadWrite};
  own.accessDescs = &itself;
  own.accessDescCount = 1;
  CHECK(refused(own) == cudaSuccess);
}

TEST_CASE("a graph with memory stays what it is, and is the only one") {
  const cudaGraph_t graph = new_graph(), other = new_graph();
  void* memory = nullptr;
  const auto made = add_memory(graph, 64, &memory);
  cudaGraphNode_t empty = nullptr, child = nullptr;
  CHECK(cudaGraphAddEmptyNode(&empty, graph, &made, 1) == cudaSuccess);
  cudaGraph_t copy = nullptr;
  CHECK(cudaGraphClone(&copy, graph) == cudaErrorNotSupported);
  CHECK(cudaGraphAddChildGraphNode(&child, other, nullptr, 0, graph) ==
        cudaErrorNotSupported);
  CHECK(cudaGraphRemoveDependencies(graph, &made, &empty, nullptr, 1) ==
        cudaErrorNotSupported);
  CHECK(cudaGraphDestroyNode(made) == cudaErrorNotSupported);
  const cudaGraphExec_t exec = ready(graph);
  cudaGraphExec_t second = nullptr;
  CHECK(cudaGraphInstantiate(&second, graph, 0) == cudaErrorNotSupported);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&second, graph, 0) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("memory of a graph is freed once in it, or in other graphs") {
  const cudaGraph_t graph = new_graph(), other = new_graph();
  const auto refused = [](cudaGraph_t into, void* pointer) {
    cudaGraphNode_t node = nullptr;
    cudaGraphNodeParams general{};
    general.type = cudaGraphNodeTypeMemFree;
    general.free.dptr = pointer;
    return cudaGraphAddMemFreeNode(&node, into, nullptr, 0, pointer) ==
               cudaErrorInvalidValue &&
           cudaGraphAddNode(&node, into, nullptr, nullptr, 0, &general) ==
               cudaErrorInvalidValue;
  };
  void *own = nullptr, *lent = nullptr;
  const auto made = add_memory(graph, 64, &own);
  add_free(graph, own, {made});
  CHECK(refused(graph, own));
  CHECK(refused(other, own));
  add_memory(graph, 64, &lent);
  add_free(other, lent, {});
  CHECK(refused(other, lent));
  CHECK(refused(graph, lent));
  add_free(new_graph(), lent, {});
  cudaGetLastError();
}

TEST_CASE("captured memory is freed once") {
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) ==
          cudaSuccess);
  void* memory = nullptr;
  CHECK(cudaMallocAsync(&memory, 64, stream) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, stream) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, stream) == cudaErrorInvalidValue);
  cudaGraph_t made = nullptr;
  CHECK(cudaStreamEndCapture(stream, &made) == cudaSuccess);
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(made, nullptr, &nodes) == cudaSuccess);
  CHECK(nodes == 2);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("a graph with a condition is the only one of its kind") {
  const cudaGraph_t graph = new_graph(), other = new_graph();
  cudaGraphConditionalHandle handle = 0;
  REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, 1, 0) ==
          cudaSuccess);
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = cudaGraphCondTypeIf;
  parameters.conditional.size = 1;
  cudaGraphNode_t node = nullptr, child = nullptr;
  REQUIRE(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters) ==
          cudaSuccess);
  cudaGraph_t copy = nullptr;
  CHECK(cudaGraphClone(&copy, graph) == cudaErrorNotSupported);
  CHECK(cudaGraphAddChildGraphNode(&child, other, nullptr, 0, graph) ==
        cudaErrorNotSupported);
  ready(graph);
  cudaGraphExec_t second = nullptr;
  CHECK(cudaGraphInstantiate(&second, graph, 0) == cudaErrorNotSupported);
  CHECK(cudaGraphDestroyNode(node) == cudaSuccess);
  cudaGetLastError();
}
