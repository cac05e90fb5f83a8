// SPDX-License-Identifier: MIT
// A graph made ready to be launched: its nodes as a flat list of steps, child
// graphs opened.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "simt/stream/graph.h"
#include "simt/stream/order.h"

namespace simt::cudart {

struct Step {
  Work work;
  std::vector<size_t> after;  // steps that stand before this one
  size_t path = 0;            // which of GraphExec::paths it belongs to
  bool enabled = true;
};

struct GraphExec {
  int number = 0;  // "graph #1"
  unsigned long long flags = 0;
  std::vector<Step> steps;
  std::map<uint64_t, size_t> step_of;  // by Node::id
  std::vector<Chain> paths;

  /// The step of a node of the graph that it was made from; null: none.
  Step* find(const Node* node);
};

/// Puts the work of `graph` in the place of that of the child `node`; false
/// when its shape is another one.
bool replace_child(GraphExec& exec, const Node& node, const Graph& graph);

/// The steps as a graph again.
std::shared_ptr<Graph> graph_of(State& s, const GraphExec& exec);

/// Gives a step other work of the same kind; the node keeps its name.
void replace(Step& step, Work work);

/// Null when nodes wait in a circle.
std::shared_ptr<GraphExec> instantiate(State& s, const Graph& graph,
                                       unsigned long long flags);

/// Puts the work of `graph` in the place of the old; `failed` is the node that
/// does not fit, or null.
cudaGraphExecUpdateResult update(GraphExec& exec, const Graph& graph,
                                 const Node** failed);

/// Runs all steps, each after those before it, once all of `start` is done.
/// `end` then holds what was done. Takes the lock for each step alone, since
/// a host function may wait for another thread that calls the API.
cudaError_t run(const GraphExec& exec, const Clock& start, Clock& end);

}  // namespace simt::cudart
