// SPDX-License-Identifier: MIT
// A graph's steps one after the other, in an order that it allows.
#include "simt/launch/graph_run.h"

#include <cstdint>
#include <vector>

#include "simt/context/entry.h"
#include "simt/context/not_supported.h"
#include "simt/launch/work_run.h"

namespace simt::cudart {
namespace {

constexpr uint64_t kMostRounds = 1'000'000;

/// What the kernels before it left, none after a failure.
unsigned condition(const ConditionalWork& work, const Clock& clock) {
  Entry entry;
  State& s = entry.state();
  finish(s, clock);
  return s.pending == cudaSuccess ? s.conditions[work.condition].value : 0;
}

cudaError_t run_body(const GraphExec& body, Clock& clock) {
  const Clock start = clock;
  return run(body, start, clock);
}

cudaError_t run_conditional(const Step& step, const ConditionalWork& work,
                            Clock& clock) {
  unsigned value = condition(work, clock);
  if (work.type != cudaGraphCondTypeWhile) {
    const bool branch = work.type == cudaGraphCondTypeIf;
    const size_t body = branch ? (value != 0 ? 0 : 1) : value;
    return body < step.bodies.size() ? run_body(*step.bodies[body], clock)
                                     : cudaSuccess;
  }
  for (uint64_t round = 0; value != 0; ++round) {
    if (round == kMostRounds) {
      Entry entry;
      return not_supported(entry.state(),
                           "a `while` node of a graph with more than "
                           "1000000 rounds");
    }
    const cudaError_t error = run_body(*step.bodies[0], clock);
    if (error != cudaSuccess) return error;
    value = condition(work, clock);
  }
  return cudaSuccess;
}

cudaError_t run_step(const Step& step, const Chain path, int graph_run,
                     Clock& clock) {
  if (!step.enabled) return cudaSuccess;
  if (const auto* conditional = std::get_if<ConditionalWork>(&step.work)) {
    return run_conditional(step, *conditional, clock);
  }
  Entry entry;
  Work work = step.work;
  std::visit(
      [&](auto& kind) {
        if constexpr (requires { kind.graph_run; }) kind.graph_run = graph_run;
      },
      work);
  return give(entry.state(), work, clock, path);
}

}  // namespace

cudaError_t run(const GraphExec& exec, const Clock& start, Clock& end) {
  std::vector<size_t> order;
  int graph_run = 0;
  {
    Entry entry;
    State& s = entry.state();
    graph_run = ++s.graph_runs;
    order = choose_order(exec, s.options.schedule,
                         static_cast<uint64_t>(graph_run));
  }
  std::vector<Clock> clocks(exec.steps.size());
  for (const size_t i : order) {
    const Step& step = exec.steps[i];
    Clock& clock = clocks[i];
    clock = start;
    for (const size_t before : step.after) clock.join(clocks[before]);
    const cudaError_t error =
        run_step(step, exec.paths[step.path], graph_run, clock);
    if (error != cudaSuccess) return error;
    end.join(clock);
  }
  return cudaSuccess;
}

}  // namespace simt::cudart
