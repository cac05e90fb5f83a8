// SPDX-License-Identifier: MIT
// What the graph calls have in common: their handles looked up.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "simt/cudart/call.h"
#include "simt/stream/graph.h"
#include "simt/stream/graph_exec.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Runs `body(State&, Graph&)` for a graph that exists.
template <class Body>
cudaError_t with_graph(cudaGraph_t handle, Body body) {
  return call([&](State& s) {
    Graph* graph = s.graphs.find(handle);
    return graph ? body(s, *graph) : cudaErrorInvalidValue;
  });
}

/// Runs `body(State&, Node&)` for a node that exists.
template <class Body>
cudaError_t with_node(cudaGraphNode_t handle, Body body) {
  return call([&](State& s) {
    Node* node = s.graphs.find(handle);
    return node ? body(s, *node) : cudaErrorInvalidValue;
  });
}

/// Runs `body(State&, GraphExec&)` for an executable graph that exists.
template <class Body>
cudaError_t with_exec(cudaGraphExec_t handle, Body body) {
  return call([&](State& s) {
    const std::shared_ptr<GraphExec> exec = s.graphs.find(handle);
    return exec ? body(s, *exec) : cudaErrorInvalidValue;
  });
}

/// The nodes by their handles, and the data of the edges from them (null: all
/// plain); false when one is not of `graph`, or twice.
bool find_nodes(State& s, const Graph& graph, const cudaGraphNode_t* handles,
                const cudaGraphEdgeData* edges, size_t count,
                Dependencies& found);

/// Whether an edge from work to other work (null: not known yet) can have that
/// data.
bool is_possible(const cudaGraphEdgeData& edge, const Work& from,
                 const Work* to);
bool are_possible(const Dependencies& edges, const Work* to);

/// Adds a node; `make(State&, Work&)` makes its work.
template <class Make>
cudaError_t add(cudaGraphNode_t* made, cudaGraph_t handle,
                const cudaGraphNode_t* dependencies, size_t count, Make make,
                const cudaGraphEdgeData* edges = nullptr) {
  return with_graph(handle, [&](State& s, Graph& graph) {
    Dependencies after;
    if (!made || !find_nodes(s, graph, dependencies, edges, count, after)) {
      return cudaErrorInvalidValue;
    }
    Work work;
    const cudaError_t error = make(s, work);
    if (error != cudaSuccess) return error;
    if (!are_possible(after, &work)) return cudaErrorInvalidValue;
    const auto* frees = std::get_if<ReleaseWork>(&work);
    if (frees && !s.graphs.may_free(graph, frees->pointer)) {
      return cudaErrorInvalidValue;
    }
    *made = handle_of(graph.add(std::move(work), std::move(after)));
    return cudaSuccess;
  });
}

/// Runs `body(State&, Node&, Kind&)` for a node of that kind.
template <class Kind, class Body>
cudaError_t with(cudaGraphNode_t handle, Body body) {
  return with_node(handle, [&](State& s, Node& node) {
    auto* work = std::get_if<Kind>(&node.work);
    return work ? body(s, node, *work) : cudaErrorInvalidValue;
  });
}

/// A node's work from its parameters, checked. Null parameters are
/// cudaErrorInvalidValue.
cudaError_t make_work(State& s, const cudaKernelNodeParams* parameters,
                      Work& work);
cudaError_t make_work(State& s, const cudaMemcpy3DParms* parameters,
                      Work& work);
cudaError_t make_work(State& s, const cudaMemsetParams* parameters, Work& work);
cudaError_t make_work(State& s, const cudaHostNodeParams* parameters,
                      Work& work);
/// Of every kind, as cudaGraphAddNode takes them.
cudaError_t make_work(State& s, const cudaGraphNodeParams* parameters,
                      Work& work);
cudaError_t make_copy(State& s, void* to, const void* from, size_t count,
                      cudaMemcpyKind kind, Work& work);
cudaError_t make_child(State& s, cudaGraph_t child, Work& work);
/// Gives the program the graphs of the node's bodies.
cudaError_t make_conditional(State& s, cudaConditionalNodeParams& parameters,
                             Work& work);
cudaError_t make_record(State& s, cudaEvent_t event, Work& work);
cudaError_t make_wait(State& s, cudaEvent_t event, Work& work);

}  // namespace simt::cudart
