// SPDX-License-Identifier: MIT
// The ledger of handles: an old one stays known, and no value comes twice.
#include <doctest/doctest.h>

#include <vector>

#include "simt/context/handles.h"
#include "simt/cudart/call.h"
#include "simt/cudart/export.h"

using simt::cudart::HandleKind;
using simt::cudart::Handles;
using simt::cudart::state;

namespace {

using Findings = std::vector<simt::report::Diagnostic>;

const Findings& told() { return state().session.report().diagnostics; }

}  // namespace

TEST_CASE("a handle that has ended is told apart from one that never was") {
  Handles handles;
  const uint64_t first = handles.fresh(), second = handles.fresh();
  CHECK(first != second);
  handles.made(HandleKind::kEvent, first);
  CHECK_FALSE(handles.has_ended(HandleKind::kEvent, first));
  handles.ended(HandleKind::kEvent, first);
  CHECK(handles.has_ended(HandleKind::kEvent, first));
  CHECK_FALSE(handles.has_ended(HandleKind::kStream, first));
  CHECK_FALSE(handles.has_ended(HandleKind::kEvent, second));
}

TEST_CASE("only what ended counts as missed, once") {
  Handles handles;
  const uint64_t one = handles.fresh();
  handles.missed(HandleKind::kEvent, one);
  CHECK_FALSE(handles.take_missed());
  handles.made(HandleKind::kEvent, one);
  handles.ended(HandleKind::kEvent, one);
  handles.missed(HandleKind::kEvent, one);
  REQUIRE(handles.take_missed());
  CHECK_FALSE(handles.take_missed());
}

TEST_CASE("what is alive is counted: handles and memory of all kinds") {
  const uint64_t before = simt_live_objects();
  cudaEvent_t event;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  CHECK(simt_live_objects() == before + 3);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
  CHECK(simt_live_objects() == before + 2);
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  void *managed, *pinned;
  REQUIRE(cudaMallocManaged(&managed, 8) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, 8) == cudaSuccess);
  CHECK(simt_live_objects() == before + 2);
  CHECK(cudaFree(managed) == cudaSuccess);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
  CHECK(simt_live_objects() == before);
  cudaGetLastError();
}

TEST_CASE("each new object has a handle of its own") {
  cudaEvent_t first, second;
  REQUIRE(cudaEventCreate(&first) == cudaSuccess);
  REQUIRE(cudaEventDestroy(first) == cudaSuccess);
  REQUIRE(cudaEventCreate(&second) == cudaSuccess);
  CHECK(first != second);
  CHECK(cudaEventRecord(first) == cudaErrorInvalidResourceHandle);
  CHECK(told().back().name == "stale-handle");
  CHECK(cudaEventDestroy(second) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("a miss of a call that ends well is not the next call's") {
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
  const size_t before = told().size();
  state().streams.find(stream);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaMemset(nullptr, 0, 4) == cudaErrorInvalidValue);
  CHECK(told().size() == before);
  cudaGetLastError();
}
