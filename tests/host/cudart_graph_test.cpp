// SPDX-License-Identifier: MIT
// Graphs of host functions, and captures: handles, order, what is refused.
// Kernels are in tests/programs/graphs and capture.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "simt/cudart/call.h"

namespace {

/// Notes who ran, in order.
std::string ran;

void note_a(void*) { ran += 'a'; }
void note_b(void*) { ran += 'b'; }
void note_c(void*) { ran += 'c'; }
void note_d(void*) { ran += 'd'; }

cudaGraphNode_t add(cudaGraph_t graph, cudaHostFn_t function,
                    std::initializer_list<cudaGraphNode_t> after = {}) {
  const cudaHostNodeParams parameters{function, nullptr};
  cudaGraphNode_t node = nullptr;
  CHECK(cudaGraphAddHostNode(&node, graph, after.begin(), after.size(),
                             &parameters) == cudaSuccess);
  return node;
}

/// a, then b and c, then d.
struct Diamond {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t a, b, c, d;
  Diamond() {
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    a = add(graph, note_a);
    b = add(graph, note_b, {a});
    c = add(graph, note_c, {a});
    d = add(graph, note_d, {b, c});
  }
  ~Diamond() { cudaGraphDestroy(graph); }
};

std::string run(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  ran.clear();
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  return ran;
}

struct Streams {
  cudaStream_t one = nullptr, two = nullptr;
  cudaEvent_t event = nullptr;
  Streams() {
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaEventCreate(&event);
  }
  ~Streams() {
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
    cudaEventDestroy(event);
    cudaGetLastError();
  }
};

constexpr auto kGlobal = cudaStreamCaptureModeGlobal;

}  // namespace

TEST_SUITE("graph") {
  TEST_CASE("nodes run after those they wait for, the earlier made first") {
    CHECK(run(Diamond().graph) == "abcd");
  }

  TEST_CASE("under a seed the order changes where no edge forbids it") {
    const Diamond diamond;
    auto& schedule = simt::cudart::state().options.schedule;
    bool other = false;
    for (schedule = 1; schedule < 20; ++schedule) {
      const std::string order = run(diamond.graph);
      CHECK((order == "abcd" || order == "acbd"));
      other = other || order == "acbd";
    }
    schedule = 0;
    CHECK(other);
  }

  TEST_CASE("an edge that is added or removed changes the order") {
    const Diamond diamond;
    CHECK(cudaGraphAddDependencies(diamond.graph, &diamond.c, &diamond.b,
                                   nullptr, 1) == cudaSuccess);
    CHECK(run(diamond.graph) == "acbd");
    CHECK(cudaGraphAddDependencies(diamond.graph, &diamond.c, &diamond.b,
                                   nullptr, 1) == cudaErrorInvalidValue);
    CHECK(cudaGraphRemoveDependencies(diamond.graph, &diamond.c, &diamond.b,
                                      nullptr, 1) == cudaSuccess);
    CHECK(run(diamond.graph) == "abcd");
    CHECK(cudaGraphRemoveDependencies(diamond.graph, &diamond.c, &diamond.b,
                                      nullptr, 1) == cudaErrorInvalidValue);
  }

  TEST_CASE("a node that is destroyed takes its edges with it") {
    const Diamond diamond;
    CHECK(cudaGraphDestroyNode(diamond.b) == cudaSuccess);
    CHECK(run(diamond.graph) == "acd");
    CHECK(cudaGraphDestroyNode(diamond.b) == cudaErrorInvalidValue);
    size_t edges = 0;
    CHECK(cudaGraphGetEdges(diamond.graph, nullptr, nullptr, nullptr, &edges) ==
          cudaSuccess);
    CHECK(edges == 2);
  }

  TEST_CASE("a circle is refused when the graph is made executable") {
    const Diamond diamond;
    CHECK(cudaGraphAddDependencies(diamond.graph, &diamond.d, &diamond.a,
                                   nullptr, 1) == cudaSuccess);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiateParams parameters{};
    CHECK(cudaGraphInstantiateWithParams(&exec, diamond.graph, &parameters) ==
          cudaErrorInvalidValue);
    CHECK(parameters.result_out == cudaGraphInstantiateInvalidStructure);
  }

  TEST_CASE("an executable graph outlives the graph, and not its own end") {
    cudaGraphExec_t exec = nullptr;
    {
      const Diamond diamond;
      REQUIRE(cudaGraphInstantiate(&exec, diamond.graph, 0) == cudaSuccess);
    }
    ran.clear();
    CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
    CHECK(ran == "abcd");
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
    CHECK(cudaGraphLaunch(exec, nullptr) == cudaErrorInvalidValue);
    CHECK(cudaGraphExecDestroy(exec) == cudaErrorInvalidValue);
  }

  TEST_CASE("a child is a copy, opened in its place") {
    cudaGraph_t outer = nullptr;
    REQUIRE(cudaGraphCreate(&outer, 0) == cudaSuccess);
    Diamond inner;
    const auto first = add(outer, note_d);
    cudaGraphNode_t child = nullptr;
    CHECK(cudaGraphAddChildGraphNode(&child, outer, &first, 1, inner.graph) ==
          cudaSuccess);
    add(outer, note_a, {child});
    add(inner.graph, note_b, {inner.d});  // not in the copy
    CHECK(run(outer) == "dabcda");
    cudaGraph_t copy = nullptr;
    CHECK(cudaGraphChildGraphNodeGetGraph(child, &copy) == cudaSuccess);
    CHECK(copy != inner.graph);
    CHECK(cudaGraphDestroy(copy) == cudaErrorInvalidValue);
    CHECK(cudaGraphDestroy(outer) == cudaSuccess);
  }

  TEST_CASE("strange handles and nodes of other graphs are refused") {
    const Diamond one, two;
    cudaGraphNode_t node = nullptr;
    CHECK(cudaGraphAddEmptyNode(&node, one.graph, &two.a, 1) ==
          cudaErrorInvalidValue);
    const cudaGraphNode_t twice[] = {one.a, one.a};
    CHECK(cudaGraphAddEmptyNode(&node, one.graph, twice, 2) ==
          cudaErrorInvalidValue);
    CHECK(cudaGraphAddEmptyNode(&node, nullptr, nullptr, 0) ==
          cudaErrorInvalidValue);
    cudaGraphNodeType type{};
    CHECK(cudaGraphNodeGetType(reinterpret_cast<cudaGraphNode_t>(&type),
                               &type) == cudaErrorInvalidValue);
    CHECK(cudaGraphAddHostNode(&node, one.graph, nullptr, 0, nullptr) ==
          cudaErrorInvalidValue);
    CHECK(cudaGraphKernelNodeGetParams(one.a, nullptr) ==
          cudaErrorInvalidValue);
    cudaGetLastError();
  }

  TEST_CASE("only a kernel can have an edge before its end") {
    const Diamond diamond;
    cudaGraphEdgeData edge{};
    CHECK(cudaGraphAddDependencies(diamond.graph, &diamond.b, &diamond.c, &edge,
                                   1) == cudaSuccess);
    edge.type = cudaGraphDependencyTypeProgrammatic;
    CHECK(cudaGraphAddDependencies(diamond.graph, &diamond.a, &diamond.d, &edge,
                                   1) == cudaErrorInvalidValue);
    edge = {};
    edge.from_port = cudaGraphKernelNodePortLaunchCompletion;
    CHECK(cudaGraphAddDependencies(diamond.graph, &diamond.a, &diamond.d, &edge,
                                   1) == cudaErrorInvalidValue);
    cudaGraphNode_t node = nullptr;
    cudaGraphNodeParams empty{};
    empty.type = cudaGraphNodeTypeEmpty;
    CHECK(cudaGraphAddNode(&node, diamond.graph, &diamond.a, &edge, 1,
                           &empty) == cudaErrorInvalidValue);
    edge = {};
    edge.reserved[2] = 1;
    CHECK(cudaGraphAddDependencies(diamond.graph, &diamond.a, &diamond.d, &edge,
                                   1) == cudaErrorInvalidValue);
    CHECK(run(diamond.graph) == "abcd");
    cudaGetLastError();
  }

  TEST_CASE("an update needs the same shape and the same kinds of nodes") {
    const Diamond one;
    cudaGraphExec_t exec = nullptr;
    REQUIRE(cudaGraphInstantiate(&exec, one.graph, 0) == cudaSuccess);
    cudaGraphExecUpdateResultInfo info{};
    Diamond two;
    const cudaHostNodeParams other{note_d, nullptr};
    CHECK(cudaGraphHostNodeSetParams(two.a, &other) == cudaSuccess);
    CHECK(cudaGraphExecUpdate(exec, two.graph, &info) == cudaSuccess);
    ran.clear();
    CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
    CHECK(ran == "dbcd");
    CHECK(cudaGraphRemoveDependencies(two.graph, &two.a, &two.c, nullptr, 1) ==
          cudaSuccess);
    CHECK(cudaGraphExecUpdate(exec, two.graph, &info) ==
          cudaErrorGraphExecUpdateFailure);
    CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
    CHECK(info.errorNode == two.c);
    Diamond three;
    CHECK(cudaGraphDestroyNode(three.d) == cudaSuccess);
    const cudaGraphNode_t both[] = {three.b, three.c};
    cudaGraphNode_t empty = nullptr;
    CHECK(cudaGraphAddEmptyNode(&empty, three.graph, both, 2) == cudaSuccess);
    CHECK(cudaGraphExecUpdate(exec, three.graph, &info) ==
          cudaErrorGraphExecUpdateFailure);
    CHECK(info.result == cudaGraphExecUpdateErrorNodeTypeChanged);
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
    cudaGetLastError();
  }

  TEST_CASE("a child's work is replaced by a graph of the same shape") {
    cudaGraph_t outer = nullptr;
    REQUIRE(cudaGraphCreate(&outer, 0) == cudaSuccess);
    const Diamond inner;
    cudaGraphNode_t child = nullptr;
    REQUIRE(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0,
                                       inner.graph) == cudaSuccess);
    cudaGraphExec_t exec = nullptr;
    REQUIRE(cudaGraphInstantiate(&exec, outer, 0) == cudaSuccess);
    const cudaHostNodeParams other{note_d, nullptr};
    CHECK(cudaGraphHostNodeSetParams(inner.b, &other) == cudaSuccess);
    CHECK(cudaGraphExecChildGraphNodeSetParams(exec, child, inner.graph) ==
          cudaSuccess);
    ran.clear();
    CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
    CHECK(ran == "adcd");
    CHECK(cudaGraphRemoveDependencies(inner.graph, &inner.a, &inner.b, nullptr,
                                      1) == cudaSuccess);
    CHECK(cudaGraphExecChildGraphNodeSetParams(exec, child, inner.graph) ==
          cudaErrorInvalidValue);
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
    CHECK(cudaGraphDestroy(outer) == cudaSuccess);
    cudaGetLastError();
  }
}

TEST_SUITE("capture") {
  // As an H200 with CUDA 13.0 does, of any graph.
  TEST_CASE("the launch of a graph breaks a capture") {
    const Streams s;
    const Diamond diamond;
    cudaGraphExec_t exec = nullptr;
    REQUIRE(cudaGraphInstantiate(&exec, diamond.graph, 0) == cudaSuccess);
    ran.clear();
    REQUIRE(cudaStreamBeginCapture(s.one, kGlobal) == cudaSuccess);
    CHECK(cudaGraphLaunch(exec, s.one) == cudaErrorStreamCaptureUnsupported);
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamEndCapture(s.one, &graph) ==
          cudaErrorStreamCaptureInvalidated);
    CHECK(ran.empty());
    CHECK(cudaGraphLaunch(exec, s.one) == cudaSuccess);
    CHECK(cudaStreamSynchronize(s.one) == cudaSuccess);
    CHECK(ran == "abcd");
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
    cudaGetLastError();
  }

  TEST_CASE("a stream keeps its attributes and copies those of another") {
    const Streams s;
    cudaLaunchAttributeValue value{}, seen{};
    value.syncPolicy = cudaSyncPolicyYield;
    const auto policy = cudaLaunchAttributeSynchronizationPolicy;
    CHECK(cudaStreamSetAttribute(s.one, policy, &value) == cudaSuccess);
    CHECK(cudaStreamCopyAttributes(s.two, s.one) == cudaSuccess);
    CHECK(cudaStreamGetAttribute(s.two, policy, &seen) == cudaSuccess);
    CHECK(seen.syncPolicy == cudaSyncPolicyYield);
    CHECK(cudaStreamSetAttribute(s.one, cudaLaunchAttributeCooperative,
                                 &value) == cudaErrorInvalidValue);
    cudaGetLastError();
  }
  TEST_CASE("two captures cannot become one") {
    const Streams s;
    REQUIRE(cudaStreamBeginCapture(s.one, kGlobal) == cudaSuccess);
    REQUIRE(cudaStreamBeginCapture(s.two, kGlobal) == cudaSuccess);
    CHECK(cudaEventRecord(s.event, s.one) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(s.two, s.event, 0) ==
          cudaErrorStreamCaptureMerge);
    cudaGraph_t graph = nullptr;
    for (const auto stream : {s.one, s.two}) {
      CHECK(cudaStreamEndCapture(stream, &graph) ==
            cudaErrorStreamCaptureInvalidated);
      CHECK(graph == nullptr);
    }
  }

  TEST_CASE("a captured event cannot be waited for by the host") {
    const Streams s;
    REQUIRE(cudaStreamBeginCapture(s.one, kGlobal) == cudaSuccess);
    CHECK(cudaEventRecord(s.event, s.one) == cudaSuccess);
    CHECK(cudaEventSynchronize(s.event) == cudaErrorCapturedEvent);
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamEndCapture(s.one, &graph) ==
          cudaErrorStreamCaptureInvalidated);
    CHECK(cudaEventQuery(s.event) == cudaErrorCapturedEvent);
    CHECK(cudaEventRecord(s.event, s.one) == cudaSuccess);
    CHECK(cudaEventSynchronize(s.event) == cudaSuccess);
    CHECK(cudaEventQuery(s.event) == cudaSuccess);
  }

  TEST_CASE("a fork that did nothing, or was joined, is no fault") {
    const Streams s;
    cudaEvent_t done = nullptr;
    REQUIRE(cudaEventCreate(&done) == cudaSuccess);
    REQUIRE(cudaStreamBeginCapture(s.one, kGlobal) == cudaSuccess);
    CHECK(cudaLaunchHostFunc(s.one, note_a, nullptr) == cudaSuccess);
    CHECK(cudaEventRecord(s.event, s.one) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(s.two, s.event, 0) == cudaSuccess);
    CHECK(cudaLaunchHostFunc(s.two, note_b, nullptr) == cudaSuccess);
    CHECK(cudaEventRecord(done, s.two) == cudaSuccess);
    CHECK(cudaLaunchHostFunc(s.one, note_c, nullptr) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(s.one, done, 0) == cudaSuccess);
    CHECK(cudaLaunchHostFunc(s.one, note_d, nullptr) == cudaSuccess);
    cudaGraph_t graph = nullptr;
    ran.clear();
    REQUIRE(cudaStreamEndCapture(s.one, &graph) == cudaSuccess);
    CHECK(ran.empty());
    CHECK(run(graph) == "abcd");
    size_t edges = 0;
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges) ==
          cudaSuccess);
    CHECK(edges == 4);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    CHECK(cudaEventDestroy(done) == cudaSuccess);
  }

  TEST_CASE("a graph stays while a stream is captured into it") {
    const Streams s;
    cudaGraph_t graph = nullptr, same = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    const auto first = add(graph, note_a);
    REQUIRE(cudaStreamBeginCaptureToGraph(s.one, graph, &first, nullptr, 1,
                                          kGlobal) == cudaSuccess);
    CHECK(cudaLaunchHostFunc(s.one, note_b, nullptr) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
    CHECK(cudaGraphDestroyNode(first) == cudaErrorInvalidValue);
    CHECK(cudaStreamEndCapture(s.one, &same) == cudaSuccess);
    CHECK(same == graph);
    CHECK(run(graph) == "ab");
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    cudaGetLastError();
  }

  TEST_CASE("the thread's mode says which calls are in the way") {
    const Streams s;
    REQUIRE(cudaStreamBeginCapture(s.one, kGlobal) == cudaSuccess);
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    CHECK(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
    CHECK(mode == kGlobal);
    void* memory = nullptr;
    CHECK(cudaMalloc(&memory, 16) == cudaSuccess);
    CHECK(cudaFree(memory) == cudaSuccess);
    CHECK(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
    CHECK(mode == cudaStreamCaptureModeRelaxed);
    CHECK(cudaMalloc(&memory, 16) == cudaErrorStreamCaptureUnsupported);
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamEndCapture(s.one, &graph) ==
          cudaErrorStreamCaptureInvalidated);
  }
}
