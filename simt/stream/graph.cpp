// SPDX-License-Identifier: MIT
// A handle is looked up in Graphs before it is believed. in_order() is Kahn's
// algorithm, the lowest number first, so it stops short where there is a cycle.
#include "simt/stream/graph.h"

#include <algorithm>
#include <utility>

namespace simt::cudart {
namespace {

/// Whether a node of `graph` allocates, or frees, what begins at `pointer`.
template <class Kind>
bool has(const Graph& graph, const void* pointer) {
  const auto& nodes = graph.nodes();
  return std::any_of(nodes.begin(), nodes.end(), [&](const auto& node) {
    const auto* work = std::get_if<Kind>(&node->work);
    return work && work->pointer == pointer;
  });
}

}  // namespace

void Dependencies::add(Node* node, const cudaGraphEdgeData& edge) {
  const auto found = std::find(nodes.begin(), nodes.end(), node);
  if (found == nodes.end()) {
    nodes.push_back(node);
    edges.push_back(edge);
    return;
  }
  const auto waits = [](const cudaGraphEdgeData& e) {
    return std::pair(e.from_port, -e.type);
  };
  cudaGraphEdgeData& old = edges[static_cast<size_t>(found - nodes.begin())];
  if (waits(edge) < waits(old)) old = edge;
}

bool Dependencies::has(const Node* node) const {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

bool Dependencies::any_data() const {
  return std::any_of(edges.begin(), edges.end(), is_early);
}

void Dependencies::remove(const Node* node) {
  const auto found = std::find(nodes.begin(), nodes.end(), node);
  if (found == nodes.end()) return;
  edges.erase(edges.begin() + (found - nodes.begin()));
  nodes.erase(found);
}

bool Dependencies::operator==(const Dependencies& other) const {
  const auto same = [](const cudaGraphEdgeData& a, const cudaGraphEdgeData& b) {
    return a.from_port == b.from_port && a.type == b.type;
  };
  return nodes == other.nodes &&
         std::equal(edges.begin(), edges.end(), other.edges.begin(),
                    other.edges.end(), same);
}

Graph::Graph(Graphs& all)
    : all_(all), handle_(reinterpret_cast<cudaGraph_t>(all.watch_.fresh())) {
  all_.graphs_[handle_] = this;
}

Graph::~Graph() {
  for (const auto& node : nodes_) all_.nodes_.erase(node.get());
  all_.graphs_.erase(handle_);
}

Node* Graph::add(Work work, Dependencies after) {
  auto node = std::make_unique<Node>();
  node->graph = this;
  node->number = ++last_number_;
  node->id = ++all_.nodes_made_;
  node->work = std::move(work);
  node->after = std::move(after);
  all_.nodes_.insert(node.get());
  nodes_.push_back(std::move(node));
  return nodes_.back().get();
}

void Graph::remove(Node* node) {
  for (const auto& other : nodes_) other->after.remove(node);
  all_.nodes_.erase(node);
  std::erase_if(nodes_, [&](const auto& one) { return one.get() == node; });
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = std::make_shared<Graph>(all_);
  std::map<const Node*, Node*> made;
  for (const auto& node : nodes_) {
    Work work = node->work;
    if (auto* child = std::get_if<ChildWork>(&work)) {
      child->graph = child->graph->clone();
    }
    Node* twin = copy->add(std::move(work), {});
    twin->original = node->id;
    made[node.get()] = twin;
  }
  for (const auto& node : nodes_) {
    Dependencies& after = made[node.get()]->after;
    for (const Node* before : node->after.nodes)
      after.nodes.push_back(made[before]);
    after.edges = node->after.edges;
  }
  return copy;
}

bool Graph::has_memory() const {
  return std::any_of(nodes_.begin(), nodes_.end(), [](const auto& node) {
    return std::holds_alternative<AllocateWork>(node->work) ||
           std::holds_alternative<ReleaseWork>(node->work);
  });
}

bool Graph::is_single() const {
  const bool branches =
      std::any_of(nodes_.begin(), nodes_.end(), [](const auto& node) {
        return std::holds_alternative<ConditionalWork>(node->work);
      });
  return branches || has_memory();
}

Dependencies Graph::dependents(const Node* node) const {
  Dependencies found;
  for (const auto& other : nodes_) {
    const auto& [nodes, edges] = other->after;
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] == node) found.add(other.get(), edges[i]);
    }
  }
  return found;
}

std::vector<Node*> Graph::in_order() const {
  std::map<Node*, size_t> missing;
  std::map<Node*, std::vector<Node*>> followers;
  std::map<int, Node*> ready;
  for (const auto& node : nodes_) {
    const auto& before_it = node->after.nodes;
    missing[node.get()] = before_it.size();
    if (before_it.empty()) ready[node->number] = node.get();
    for (Node* before : before_it) followers[before].push_back(node.get());
  }
  std::vector<Node*> order;
  while (!ready.empty()) {
    Node* next = ready.begin()->second;
    ready.erase(ready.begin());
    order.push_back(next);
    for (Node* follower : followers[next]) {
      if (--missing[follower] == 0) ready[follower->number] = follower;
    }
  }
  return order;
}

cudaGraph_t Graphs::create() { return keep(std::make_shared<Graph>(*this)); }

cudaGraph_t Graphs::keep(std::shared_ptr<Graph> graph) {
  const cudaGraph_t handle = graph->handle();
  watch_.made(HandleKind::kGraph, reinterpret_cast<uint64_t>(handle));
  owned_[handle] = std::move(graph);
  return handle;
}

bool Graphs::destroy(cudaGraph_t handle) {
  if (owned_.count(handle) == 0) return false;
  watch_.end(HandleKind::kGraph, handle);
  return owned_.erase(handle) == 1;
}

Graph* Graphs::find(cudaGraph_t handle) {
  const auto found = graphs_.find(handle);
  if (found != graphs_.end()) return found->second;
  watch_.miss(HandleKind::kGraph, handle);
  return nullptr;
}

Node* Graphs::find(cudaGraphNode_t handle) {
  auto* node = reinterpret_cast<Node*>(handle);
  return nodes_.count(node) != 0 ? node : nullptr;
}

bool Graphs::may_free(const Graph& graph, const void* pointer) const {
  const bool own = has<AllocateWork>(graph, pointer);
  return std::none_of(graphs_.begin(), graphs_.end(), [&](const auto& entry) {
    const Graph& other = *entry.second;
    return has<ReleaseWork>(other, pointer) &&
           (&other == &graph || own || has<AllocateWork>(other, pointer));
  });
}

std::shared_ptr<Graph> Graphs::owned(cudaGraph_t handle) {
  const auto found = owned_.find(handle);
  if (found != owned_.end()) return found->second;
  const auto lent = lent_.find(handle);
  return lent == lent_.end() ? nullptr : lent->second.lock();
}

cudaGraph_t Graphs::lend(const std::shared_ptr<Graph>& body) {
  lent_[body->handle()] = body;
  return body->handle();
}

cudaGraphExec_t Graphs::keep(std::shared_ptr<GraphExec> exec) {
  const auto handle = watch_.make<cudaGraphExec_t>(HandleKind::kGraphExec);
  execs_[handle] = std::move(exec);
  return handle;
}

bool Graphs::destroy(cudaGraphExec_t handle) {
  if (!find(handle)) return false;
  watch_.end(HandleKind::kGraphExec, handle);
  return execs_.erase(handle) == 1;
}

std::shared_ptr<GraphExec> Graphs::find(cudaGraphExec_t handle) {
  const auto found = execs_.find(handle);
  if (found != execs_.end()) return found->second;
  watch_.miss(HandleKind::kGraphExec, handle);
  return nullptr;
}

cudaGraphNodeType type_of(const Node& node) {
  struct Type {
    cudaGraphNodeType operator()(const EmptyWork&) {
      return cudaGraphNodeTypeEmpty;
    }
    cudaGraphNodeType operator()(const KernelWork&) {
      return cudaGraphNodeTypeKernel;
    }
    cudaGraphNodeType operator()(const CopyWork&) {
      return cudaGraphNodeTypeMemcpy;
    }
    cudaGraphNodeType operator()(const FillWork&) {
      return cudaGraphNodeTypeMemset;
    }
    cudaGraphNodeType operator()(const HostWork&) {
      return cudaGraphNodeTypeHost;
    }
    cudaGraphNodeType operator()(const ChildWork&) {
      return cudaGraphNodeTypeGraph;
    }
    cudaGraphNodeType operator()(const RecordWork&) {
      return cudaGraphNodeTypeEventRecord;
    }
    cudaGraphNodeType operator()(const WaitWork&) {
      return cudaGraphNodeTypeWaitEvent;
    }
    cudaGraphNodeType operator()(const AllocateWork&) {
      return cudaGraphNodeTypeMemAlloc;
    }
    cudaGraphNodeType operator()(const ReleaseWork&) {
      return cudaGraphNodeTypeMemFree;
    }
    cudaGraphNodeType operator()(const ConditionalWork&) {
      return cudaGraphNodeTypeConditional;
    }
  };
  return std::visit(Type{}, node.work);
}

}  // namespace simt::cudart
