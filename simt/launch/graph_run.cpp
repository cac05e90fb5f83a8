// SPDX-License-Identifier: MIT
// A graph's steps one after the other, in an order that it allows.
#include "simt/launch/graph_run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/context/entry.h"
#include "simt/launch/while_rounds.h"
#include "simt/launch/work_run.h"

namespace simt::cudart {
namespace {

/// What is done when a step begins, and when it has ended.
struct StepClocks {
  Clock begin, end;
};

/// What is done when a step begins that `edge` leads to from `step`.
Clock passed_on(const Step& step, Chain path, const StepClocks& clocks,
                const cudaGraphEdgeData& edge) {
  if (!is_early(edge) || !step.enabled) return clocks.end;
  Clock clock = clocks.begin;
  clock.expect({path, clocks.end.reached(path), is_at_start(edge),
                is_visible(edge), std::make_shared<Clock>(clocks.end)});
  return clock;
}

/// All steps of a launch; see graph_run.h.
class GraphRun {
 public:
  cudaError_t run(const GraphExec& exec, const Clock& start, Clock& end);

 private:
  cudaError_t run_body(const GraphExec& body, Clock& clock);
  cudaError_t run_conditional(const Step& step, const ConditionalWork& work,
                              Clock& clock);
  bool goes_round(const Step& step, const ConditionalWork& work,
                  const Clock& clock);
  cudaError_t run_step(const Step& step, Chain path, int graph_run,
                       Clock& clock);

  WhileRounds rounds_;
};

/// What the kernels before it left, none after a failure.
unsigned condition(const ConditionalWork& work, const Clock& clock) {
  Entry entry;
  State& s = entry.state();
  finish(s, clock);
  return s.pending == cudaSuccess ? s.conditions[work.condition].value : 0;
}

cudaError_t GraphRun::run_body(const GraphExec& body, Clock& clock) {
  const Clock start = clock;
  return run(body, start, clock);
}

/// Whether the body of a `while` node runs (once more).
bool GraphRun::goes_round(const Step& step, const ConditionalWork& work,
                          const Clock& clock) {
  if (condition(work, clock) == 0) return false;
  Entry entry;
  return rounds_.begin_one(entry.state(), step);
}

cudaError_t GraphRun::run_conditional(const Step& step,
                                      const ConditionalWork& work,
                                      Clock& clock) {
  if (work.type == cudaGraphCondTypeWhile) {
    cudaError_t error = cudaSuccess;
    while (error == cudaSuccess && goes_round(step, work, clock)) {
      error = run_body(*step.bodies[0], clock);
    }
    return error;
  }
  const unsigned value = condition(work, clock);
  const bool branch = work.type == cudaGraphCondTypeIf;
  const size_t body = branch ? (value != 0 ? 0 : 1) : value;
  return body < step.bodies.size() ? run_body(*step.bodies[body], clock)
                                   : cudaSuccess;
}

cudaError_t GraphRun::run_step(const Step& step, Chain path, int graph_run,
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
        if constexpr (requires { kind.lets_at_start; })
          kind.lets_at_start = step.lets_at_start;
      },
      work);
  return give(entry.state(), work, clock, path);
}

cudaError_t GraphRun::run(const GraphExec& exec, const Clock& start,
                          Clock& end) {
  std::vector<size_t> order;
  int graph_run = 0;
  {
    Entry entry;
    State& s = entry.state();
    graph_run = ++s.graph_runs;
    order = choose_order(exec, s.options.schedule,
                         static_cast<uint64_t>(graph_run));
  }
  std::vector<StepClocks> clocks(exec.steps.size());
  for (const size_t i : order) {
    const Step& step = exec.steps[i];
    Clock clock = start;
    for (const auto& [before, edge] : step.after) {
      const Step& other = exec.steps[before];
      clock.join(
          passed_on(other, exec.paths[other.path], clocks[before], edge));
    }
    clocks[i].begin.join_ended(clock);
    const cudaError_t error =
        run_step(step, exec.paths[step.path], graph_run, clock);
    if (error != cudaSuccess) return error;
    clocks[i].end = clock;
    end.join(clock);
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t run(const GraphExec& exec, const Clock& start, Clock& end) {
  return GraphRun().run(exec, start, end);
}

}  // namespace simt::cudart
