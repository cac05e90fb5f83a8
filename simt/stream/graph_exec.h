// SPDX-License-Identifier: MIT
// A graph made ready to be launched: its nodes as a flat list of steps, child
// graphs opened. Runs nothing; launch/graph_run.h does.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "simt/stream/graph.h"
#include "simt/stream/order.h"

namespace simt::cudart {

struct GraphExec;

/// A step that stands before another one.
struct StepEdge {
  size_t step = 0;
  cudaGraphEdgeData data{};

  bool operator==(const StepEdge& other) const {
    return step == other.step && data.from_port == other.data.from_port &&
           data.type == other.data.type;
  }
};

struct Step {
  Work work;
  std::vector<std::shared_ptr<GraphExec>> bodies;  // of ConditionalWork
  std::vector<StepEdge> after;
  size_t path = 0;  // which of GraphExec::paths it belongs to
  bool enabled = true;
  bool lets_at_start = false;  // as of KernelWork
};

struct GraphExec {
  int number = 0;  // "graph #1"
  unsigned long long flags = 0;
  std::vector<Step> steps;
  std::map<uint64_t, size_t> step_of;  // by Node::id
  std::vector<Chain> paths;
  Clock launched;  // its launches come one after the other

  /// The step of a node of the graph that it was made from; null: none.
  Step* find(const Node* node);
};

/// Puts the work of `graph` in the place of that of the child `node`; false
/// when its shape is another one.
bool replace_child(GraphExec& exec, const Node& node, const Graph& graph);

/// Gives a step other work of the same kind; the node keeps its name.
void replace(Step& step, Work work);

/// Null when nodes wait in a circle.
std::shared_ptr<GraphExec> instantiate(Graphs& graphs, LaunchOrder& order,
                                       const Graph& graph,
                                       unsigned long long flags);

/// The program launches it no more.
void retire(LaunchOrder& order, const GraphExec& exec);

/// Puts the work of `graph` in the place of the old; `failed` is the node that
/// does not fit, or null.
cudaGraphExecUpdateResult update(GraphExec& exec, const Graph& graph,
                                 const Node** failed);

/// The steps in an order that the graph allows: the plain one under seed 0,
/// else one that the seed picks for this `run`.
std::vector<size_t> choose_order(const GraphExec& exec, uint64_t seed,
                                 uint64_t run);

}  // namespace simt::cudart
