// SPDX-License-Identifier: MIT
// A graph's steps one after the other, in an order that it allows.
#include "simt/launch/graph_run.h"

#include <cstdint>
#include <vector>

#include "simt/context/entry.h"
#include "simt/launch/submit.h"

namespace simt::cudart {
namespace {

cudaError_t run_step(const Step& step, const Chain path, int graph_run,
                     Clock& clock) {
  if (!step.enabled) return cudaSuccess;
  if (const auto* host = std::get_if<HostWork>(&step.work)) {
    {
      Entry entry;
      entry.state().order.host_waits(clock);  // as cudaLaunchHostFunc
    }
    const HostFunctionScope scope;
    host->function(host->data);
    return cudaSuccess;
  }
  Entry entry;
  const auto* kernel = std::get_if<KernelWork>(&step.work);
  if (!kernel) return run_work(entry.state(), step.work, clock, path);
  KernelWork work = *kernel;
  work.graph_run = graph_run;
  return run_work(entry.state(), work, clock, path);
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
