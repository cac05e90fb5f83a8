// SPDX-License-Identifier: MIT
// Graphs: made, cloned, taken apart and asked. What a node does is in
// graph_node_api.cpp.
#include <algorithm>

#include "simt/cudart/call.h"
#include "simt/cudart/graph_call.h"
#include "simt/stream/graph.h"

namespace simt::cudart {
namespace {

/// Gives out a list as the API does: with no room asked for, only its length;
/// what is left of the room becomes null.
cudaError_t give_nodes(const std::vector<Node*>& found, cudaGraphNode_t* to,
                       size_t* count) {
  if (!count) return cudaErrorInvalidValue;
  if (!to) {
    *count = found.size();
    return cudaSuccess;
  }
  for (size_t i = 0; i < *count; ++i) {
    to[i] = i < found.size() ? handle_of(found[i]) : nullptr;
  }
  *count = std::min(*count, found.size());
  return cudaSuccess;
}

/// Likewise nodes with the data of their edges, which must be asked for where
/// there are any.
cudaError_t give_edges(const Dependencies& found, cudaGraphNode_t* to,
                       cudaGraphEdgeData* edges, size_t* count) {
  if (edges && !to) return cudaErrorInvalidValue;
  if (to && !edges && found.any_data()) return cudaErrorLossyQuery;
  for (size_t i = 0; edges && count && i < *count; ++i) {
    edges[i] = i < found.edges.size() ? found.edges[i] : cudaGraphEdgeData{};
  }
  return give_nodes(found.nodes, to, count);
}

struct Edge {
  Node* from;
  Node* to;
  cudaGraphEdgeData data{};
};

/// Runs `body(Edge)` for each pair, up to the first that it refuses.
template <class Body>
cudaError_t each_edge(cudaGraph_t handle, const cudaGraphNode_t* from,
                      const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                      size_t count, Body body) {
  return call([&](State& s) {
    Graph* graph = s.graphs.find(handle);
    if (!graph) return cudaErrorInvalidValue;
    if (count == 0) return cudaSuccess;
    if (!from || !to) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      Edge edge{s.graphs.find(from[i]), s.graphs.find(to[i])};
      if (data) edge.data = data[i];
      const bool known = edge.from && edge.to && edge.from->graph == graph &&
                         edge.to->graph == graph;
      const cudaError_t done = known ? body(edge) : cudaErrorInvalidValue;
      if (done != cudaSuccess) return done;
    }
    return cudaSuccess;
  });
}

bool waits_for(const Edge& edge) { return edge.to->after.has(edge.from); }

}  // namespace
}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return call([&](State& s) {
    if (!graph || flags != 0) return cudaErrorInvalidValue;
    *graph = s.graphs.create();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t handle) {
  return call([&](State& s) {
    const Graph* graph = s.graphs.find(handle);
    const bool free = graph && !graph->captured && s.graphs.destroy(handle);
    return free ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  return with_graph(original, [&](State& s, Graph& graph) {
    if (!clone) return cudaErrorInvalidValue;
    if (graph.is_single()) return cudaErrorNotSupported;
    *clone = s.graphs.keep(graph.clone());
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* found,
                                     cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  return with_graph(clone, [&](State& s, Graph& graph) {
    const Node* wanted = s.graphs.find(original);
    if (!found || !wanted) return cudaErrorInvalidValue;
    for (const auto& node : graph.nodes()) {
      if (node->original != wanted->id) continue;
      *found = handle_of(node.get());
      return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t* nodes,
                              size_t* count) {
  return with_graph(handle, [&](State&, const Graph& graph) {
    std::vector<Node*> all;
    for (const auto& node : graph.nodes()) all.push_back(node.get());
    return give_nodes(all, nodes, count);
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t* nodes,
                                  size_t* count) {
  return with_graph(handle, [&](State&, const Graph& graph) {
    std::vector<Node*> roots;
    for (const auto& node : graph.nodes()) {
      if (node->after.nodes.empty()) roots.push_back(node.get());
    }
    return give_nodes(roots, nodes, count);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t handle, cudaGraphNode_t* from,
                              cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                              size_t* count) {
  return with_graph(handle, [&](State&, const Graph& graph) {
    if (!count || !from != !to || (edges && !from) || (from && *count == 0)) {
      return cudaErrorInvalidValue;
    }
    std::vector<Edge> all;
    for (const auto& node : graph.nodes()) {
      const auto& [before, data] = node->after;
      for (size_t i = 0; i < before.size(); ++i)
        all.push_back({before[i], node.get(), data[i]});
    }
    std::ranges::stable_sort(all, {},
                             [](const Edge& e) { return e.from->number; });
    Dependencies begins;
    std::vector<Node*> ends;
    for (const Edge& edge : all) {
      begins.nodes.push_back(edge.from);
      begins.edges.push_back(edge.data);
      ends.push_back(edge.to);
    }
    size_t room = *count;
    const cudaError_t error = give_edges(begins, from, edges, &room);
    return error == cudaSuccess ? give_nodes(ends, to, count) : error;
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle,
                                 cudaGraphNodeType* type) {
  return with_node(handle, [&](State&, const Node& node) {
    if (!type) return cudaErrorInvalidValue;
    *type = type_of(node);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t handle,
                                         cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* edges,
                                         size_t* count) {
  return with_node(handle, [&](State&, const Node& node) {
    return give_edges(node.after, nodes, edges, count);
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t handle,
                                           cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* edges,
                                           size_t* count) {
  return with_node(handle, [&](State&, const Node& node) {
    return give_edges(node.graph->dependents(&node), nodes, edges, count);
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                     const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* data,
                                     size_t count) {
  return each_edge(graph, from, to, data, count, [](const Edge& edge) {
    if (edge.from == edge.to || waits_for(edge) ||
        !is_possible(edge.data, edge.from->work, &edge.to->work)) {
      return cudaErrorInvalidValue;
    }
    edge.to->after.add(edge.from, edge.data);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                        const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData*,
                                        size_t count) {
  return each_edge(graph, from, to, nullptr, count, [](const Edge& edge) {
    if (!waits_for(edge)) return cudaErrorInvalidValue;
    if (edge.to->graph->has_memory()) return cudaErrorNotSupported;
    edge.to->after.remove(edge.from);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  return with_node(handle, [](State&, Node& node) {
    if (node.graph->captured) return cudaErrorInvalidValue;
    if (node.graph->has_memory()) return cudaErrorNotSupported;
    node.graph->remove(&node);
    return cudaSuccess;
  });
}

}  // extern "C"
