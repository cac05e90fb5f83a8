// SPDX-License-Identifier: MIT
// Makes the checks, and closes each launch when they have all heard of its
// end. Knows none of them by name but the counters and the two logs.
#include "simt/checks/session.h"

#include <utility>

#include "simt/checks/summary.h"
#include "simt/checks/trace.h"

namespace simt::checks {

Session::Session(const ChosenChecks& settings, std::span<const Row> rows)
    : findings_(report_), scene_(findings_), counters_(scene_) {
  listen(counters_, callbacks_of<CounterCheck>());
  const Stage stage{scene_, counters_};
  for (const Row& row : rows) {
    if (!settings.on(row)) continue;
    Listener made = row.make(stage);
    listen(*made.observer, made.callbacks);
    checks_.push_back(std::move(made.observer));
  }
}

void Session::add(report::Diagnostic diagnostic) {
  findings_.add(std::move(diagnostic));
}

void Session::add_unseen(const std::string& why) { findings_.add_unseen(why); }

void Session::trace(std::vector<report::TracePoint> points) {
  report_.trace.points = std::move(points);
  checks_.push_back(std::make_unique<TraceLog>(scene_, report_.trace));
  listen(*checks_.back(), callbacks_of<TraceLog>());
}

void Session::summarise() {
  report_.trace.summary = true;
  checks_.push_back(
      std::make_unique<SummaryLog>(Stage{scene_, counters_}, report_.trace));
  listen(*checks_.back(), callbacks_of<SummaryLog>());
}

report::Report& Session::report() { return report_; }

const report::AllocationTraffic* Session::allocation_traffic(
    size_t launch, uint64_t address) const {
  if (launch >= used_.size()) return nullptr;
  const std::vector<KnownAllocation>& used = used_[launch];
  for (size_t i = 0; i < used.size(); ++i) {
    if (address < used[i].begin || address >= used[i].end) continue;
    return &report_.launches[launch].allocations[i];
  }
  return nullptr;
}

void Session::on_launch(const LaunchInfo& launch) {
  scene_.begin(launch);
  FanOut::on_launch(launch);
}

void Session::on_launch_end(const Executions& executions) {
  FanOut::on_launch_end(executions);
  report_.launches.push_back(counters_.take_launch());
  used_.push_back(counters_.used());
  findings_.release();
}

void Session::on_allocate(const Allocation& allocation) {
  scene_.add_allocation(allocation);
  FanOut::on_allocate(allocation);
}

SharedTally* Session::tallies() {
  return has_parts() ? counters_.tallies() : nullptr;
}

}  // namespace simt::checks
