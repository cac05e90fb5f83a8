// SPDX-License-Identifier: MIT
// Child graphs are flattened in place and a cycle is refused. The steps are
// then covered by paths, each a chain of order.h. Under seed 0 the lowest ready
// step runs first, under others a random one. Host functions come last: what
// they touch is seen beside work that has begun, not beside what begins later.
#include "simt/stream/graph_exec.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace simt::cudart {
namespace {

void name_node(Work& work, const std::string& name) {
  std::visit(
      [&](auto& kind) {
        if constexpr (requires { kind.graph_node; }) kind.graph_node = name;
      },
      work);
}

/// Adds the steps of `graph`, the first of which come after `before`; returns
/// those after which no other comes. `prefix` names a child's nodes.
std::vector<size_t> add_steps(GraphExec& exec, const Graph& graph,
                              const std::vector<StepEdge>& before,
                              const std::string& prefix) {
  std::map<const Node*, size_t> step_of;
  std::set<size_t> last;
  for (const Node* node : graph.in_order()) {
    const std::string name = prefix + std::to_string(node->number);
    Step step;
    const auto& [nodes, edges] = node->after;
    for (size_t i = 0; i < nodes.size(); ++i) {
      const size_t other = step_of[nodes[i]];
      step.after.push_back({other, edges[i]});
      if (!is_early(edges[i])) last.erase(other);
      exec.steps[other].lets_at_start |=
          is_at_start(edges[i]) && is_visible(edges[i]);
    }
    if (step.after.empty()) step.after = before;
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      auto ends = add_steps(exec, *child->graph, step.after, name + ".");
      if (!ends.empty()) {
        step.after.clear();
        for (const size_t end : ends) step.after.push_back({end, {}});
      }
    } else {
      step.work = node->work;
    }
    name_node(step.work,
              "node " + name + " of graph #" + std::to_string(exec.number));
    step_of[node] = exec.steps.size();
    exec.step_of[node->id] = exec.steps.size();
    last.insert(exec.steps.size());
    exec.steps.push_back(std::move(step));
  }
  return {last.begin(), last.end()};
}

bool has_circle(const Graph& graph) {
  if (graph.in_order().size() != graph.nodes().size()) return true;
  for (const auto& node : graph.nodes()) {
    const auto* child = std::get_if<ChildWork>(&node->work);
    if (child && has_circle(*child->graph)) return true;
  }
  return false;
}

/// Parts the steps into paths: a step goes on where one before it ended.
size_t find_paths(std::vector<Step>& steps) {
  std::vector<bool> goes_on(steps.size(), false);
  size_t paths = 0;
  for (Step& step : steps) {
    step.path = paths;
    for (const auto& [before, edge] : step.after) {
      if (goes_on[before] || is_early(edge)) continue;
      goes_on[before] = true;
      step.path = steps[before].path;
      break;
    }
    if (step.path == paths) ++paths;
  }
  return paths;
}

std::shared_ptr<GraphExec> flatten(const Graph& graph, int number) {
  if (has_circle(graph)) return nullptr;
  auto exec = std::make_shared<GraphExec>();
  exec->number = number;
  add_steps(*exec, graph, {}, "");
  return exec;
}

}  // namespace

Step* GraphExec::find(const Node* node) {
  const auto found = step_of.find(node->id);
  return found == step_of.end() ? nullptr : &steps[found->second];
}

void replace(Step& step, Work work) {
  auto* fresh = std::get_if<KernelWork>(&work);
  if (const auto* old = std::get_if<KernelWork>(&step.work); old && fresh) {
    fresh->graph_node = old->graph_node;
  }
  step.work = std::move(work);
}

bool replace_child(GraphExec& exec, const Node& node, const Graph& graph) {
  const auto* child = std::get_if<ChildWork>(&node.work);
  if (!child || child->graph->nodes().size() != graph.nodes().size()) {
    return false;
  }
  // Nodes are paired in the order in which they were made.
  std::map<const Node*, const Node*> twin;
  auto fresh = graph.nodes().begin();
  for (const auto& old : child->graph->nodes()) {
    twin[old.get()] = (fresh++)->get();
  }
  for (const auto& [old, other] : twin) {
    Dependencies after{{}, old->after.edges};
    for (const Node* before : old->after.nodes)
      after.nodes.push_back(const_cast<Node*>(twin[before]));
    if (old->work.index() != other->work.index() || after != other->after) {
      return false;
    }
  }
  for (const auto& [old, other] : twin) {
    const auto* inner = std::get_if<ChildWork>(&other->work);
    if (inner ? !replace_child(exec, *old, *inner->graph) : !exec.find(old)) {
      return false;
    }
    if (!inner) replace(*exec.find(old), other->work);
  }
  return true;
}

std::shared_ptr<GraphExec> instantiate(Graphs& graphs, LaunchOrder& order,
                                       const Graph& graph,
                                       unsigned long long flags) {
  auto exec = flatten(graph, graphs.next_exec_number());
  if (!exec) return nullptr;
  exec->flags = flags;
  for (Step& step : exec->steps) {
    const auto* conditional = std::get_if<ConditionalWork>(&step.work);
    if (!conditional) continue;
    for (const auto& body : conditional->bodies) {
      step.bodies.push_back(instantiate(graphs, order, *body, flags));
      if (!step.bodies.back()) return nullptr;
    }
  }
  for (size_t i = find_paths(exec->steps); i > 0; --i) {
    exec->paths.push_back(order.new_chain());
  }
  return exec;
}

void retire(LaunchOrder& order, const GraphExec& exec) {
  for (const Chain chain : exec.paths) order.give_back(chain);
  for (const Step& step : exec.steps) {
    for (const auto& body : step.bodies) retire(order, *body);
  }
}

cudaGraphExecUpdateResult update(GraphExec& exec, const Graph& graph,
                                 const Node** failed) {
  *failed = nullptr;
  const auto fresh = flatten(graph, exec.number);
  if (!fresh || fresh->steps.size() != exec.steps.size()) {
    return cudaGraphExecUpdateErrorTopologyChanged;
  }
  std::vector<const Node*> node_of(exec.steps.size(), nullptr);
  for (const auto& node : graph.nodes()) {
    node_of[fresh->step_of[node->id]] = node.get();
  }
  for (size_t i = 0; i < exec.steps.size(); ++i) {
    *failed = node_of[i];
    if (fresh->steps[i].work.index() != exec.steps[i].work.index()) {
      return cudaGraphExecUpdateErrorNodeTypeChanged;
    }
    if (!exec.steps[i].bodies.empty()) {
      return cudaGraphExecUpdateErrorNotSupported;
    }
    if (fresh->steps[i].after != exec.steps[i].after) {
      return cudaGraphExecUpdateErrorTopologyChanged;
    }
  }
  *failed = nullptr;
  for (size_t i = 0; i < exec.steps.size(); ++i) {
    exec.steps[i].work = std::move(fresh->steps[i].work);
  }
  return cudaGraphExecUpdateSuccess;
}

std::vector<size_t> choose_order(const GraphExec& exec, uint64_t seed,
                                 uint64_t run) {
  std::vector<std::vector<size_t>> followers(exec.steps.size());
  std::vector<size_t> missing(exec.steps.size()), works, functions, order;
  const auto make_ready = [&](size_t step) {
    const bool is_function =
        std::holds_alternative<HostWork>(exec.steps[step].work);
    auto& ready = is_function ? functions : works;
    ready.insert(std::lower_bound(ready.begin(), ready.end(), step), step);
  };
  for (size_t i = 0; i < exec.steps.size(); ++i) {
    missing[i] = exec.steps[i].after.size();
    if (missing[i] == 0) make_ready(i);
    for (const auto& [before, edge] : exec.steps[i].after) {
      followers[before].push_back(i);
    }
  }
  uint64_t random = seed * 0x9e3779b97f4a7c15 + run;
  while (!works.empty() || !functions.empty()) {
    auto& ready = works.empty() ? functions : works;
    size_t pick = 0;  // the lowest; ready rises under seed 0
    if (seed != 0) {
      random = random * 6364136223846793005 + 1442695040888963407;
      pick = (random >> 33) % ready.size();
    }
    const size_t step = ready[pick];
    ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(pick));
    order.push_back(step);
    for (const size_t follower : followers[step]) {
      if (--missing[follower] == 0) make_ready(follower);
    }
  }
  return order;
}

}  // namespace simt::cudart
