// SPDX-License-Identifier: MIT
// A graph's steps one after the other, in an order that it allows.
#include "simt/launch/graph_run.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/context/entry.h"
#include "simt/launch/while_rounds.h"
#include "simt/launch/work_run.h"

namespace simt::cudart {
namespace {

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

}  // namespace

cudaError_t run(const GraphExec& exec, const Clock& start, Clock& end) {
  return GraphRun().run(exec, start, end);
}

}  // namespace simt::cudart
