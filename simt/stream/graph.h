// SPDX-License-Identifier: MIT
// Graphs as the program builds them: nodes that hold work, and for each node
// those that it waits for. Runs nothing; graph_exec.h does.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "simt/stream/cuda.h"
#include "simt/stream/handles.h"
#include "simt/stream/work.h"

namespace simt::cudart {

class Graph;
class Graphs;
struct GraphExec;
struct Node;

/// What a node, or what comes next in a capture, waits for.
struct Dependencies {
  std::vector<Node*> nodes;              // as they were given
  std::vector<cudaGraphEdgeData> edges;  // of each

  /// Adds one. Of two edges from one node the one that waits longer stays.
  void add(Node* node, const cudaGraphEdgeData& edge);
  bool has(const Node* node) const;
  /// Whether a program must ask for the data of the edges, too.
  bool any_data() const;
  void remove(const Node* node);
  bool operator==(const Dependencies& other) const;
};

struct Node {
  Graph* graph = nullptr;
  int number = 0;  // in its graph, from 1 in order of creation
  Work work;
  Dependencies after;           // what it waits for
  uint64_t id = 0;              // of no other node of the process
  uint64_t original = 0;        // a clone's
  std::vector<void*> pointers;  // to a kernel's arguments, for GetParams
};

class Graph {
 public:
  explicit Graph(Graphs& all);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  Node* add(Work work, Dependencies after);
  void remove(Node* node);
  /// A copy, child graphs included. The graph has nothing that is its own.
  std::shared_ptr<Graph> clone() const;
  /// Whether it has nodes that allocate or free memory: no node and no edge of
  /// it can go.
  bool has_memory() const;
  /// Whether it has such nodes or conditional ones, which a second graph cannot
  /// have: it has no copy, is in no other graph, and has one GraphExec at most.
  bool is_single() const;

  cudaGraph_t handle() const { return handle_; }
  const std::list<std::unique_ptr<Node>>& nodes() const { return nodes_; }
  /// The nodes that wait for `node`, in order of creation, and their edges.
  Dependencies dependents(const Node* node) const;
  /// Its nodes, each after those that it waits for, and the earlier made one
  /// first; fewer when some wait in a circle.
  std::vector<Node*> in_order() const;

  bool captured = false;  // a stream still adds to it: it must stay
  std::weak_ptr<const GraphExec> instance;  // the last that was made from it

 private:
  Graphs& all_;
  const cudaGraph_t handle_;
  std::list<std::unique_ptr<Node>> nodes_;
  int last_number_ = 0;
};

/// All graphs of the process, by the handles that the program holds.
class Graphs {
 public:
  explicit Graphs(HandleWatch& watch) : watch_(watch) {}

  cudaGraph_t create();
  cudaGraph_t keep(std::shared_ptr<Graph> graph);
  bool destroy(cudaGraph_t handle);
  /// Null: no graph. The graph inside a child node has a handle too.
  Graph* find(cudaGraph_t handle);
  /// Null: no node.
  Node* find(cudaGraphNode_t handle);
  /// Whether a node that frees `pointer` may join `graph`: not a second one,
  /// and not beside one of another graph where either graph allocates it.
  bool may_free(const Graph& graph, const void* pointer) const;
  /// A conditional node's: the program may capture into it.
  cudaGraph_t lend(const std::shared_ptr<Graph>& body);
  /// Null: not the program's own, nor lent (a child node's, say).
  std::shared_ptr<Graph> owned(cudaGraph_t handle);

  cudaGraphExec_t keep(std::shared_ptr<GraphExec> exec);
  bool destroy(cudaGraphExec_t handle);
  std::shared_ptr<GraphExec> find(cudaGraphExec_t handle);
  int next_exec_number() { return ++execs_made_; }

 private:
  friend class Graph;

  HandleWatch& watch_;
  std::map<cudaGraph_t, Graph*> graphs_;
  std::set<const Node*> nodes_;
  std::map<cudaGraph_t, std::shared_ptr<Graph>> owned_;
  std::map<cudaGraph_t, std::weak_ptr<Graph>> lent_;
  std::map<cudaGraphExec_t, std::shared_ptr<GraphExec>> execs_;
  int execs_made_ = 0;
  uint64_t nodes_made_ = 0;
};

inline cudaGraphNode_t handle_of(Node* node) {
  return reinterpret_cast<cudaGraphNode_t>(node);
}

/// The type that the program sees.
cudaGraphNodeType type_of(const Node& node);

}  // namespace simt::cudart
