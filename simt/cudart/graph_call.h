// SPDX-License-Identifier: MIT
// What the graph calls have in common: their handles looked up.
#pragma once

#include <memory>
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

/// The nodes by their handles; false when one is not of `graph`, or twice.
bool find_nodes(State& s, const Graph& graph, const cudaGraphNode_t* handles,
                size_t count, std::vector<Node*>& nodes);

/// Says so when edges are not plain ones, where a node waits for the whole end
/// of another. `edges` may be null: all are plain.
cudaError_t check_edges(State& s, const cudaGraphEdgeData* edges, size_t count);

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
cudaError_t make_record(State& s, cudaEvent_t event, Work& work);
cudaError_t make_wait(State& s, cudaEvent_t event, Work& work);

}  // namespace simt::cudart
