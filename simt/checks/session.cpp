// SPDX-License-Identifier: MIT
// Makes the checks, and closes each launch when they have all heard of its
// end. Knows none of them by name but the counters and the logs.
#include "simt/checks/session.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "simt/checks/session_part.h"
#include "simt/checks/step_log.h"
#include "simt/checks/summary.h"
#include "simt/checks/trace.h"

namespace simt::checks {

Session::Session(const ChosenChecks& settings, std::span<const Row> rows)
    : LateReads(counters_),
      run_(std::make_shared<Run>()),
      scene_(run_->findings),
      counters_(scene_) {
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(rows_),
               [&](const Row& row) { return settings.on(row); });
  make_checks(nullptr);
}

Session::Session(const Session& first, std::shared_ptr<Run> run)
    : LateReads(counters_),
      rows_(first.rows_),
      run_(std::move(run)),
      scene_(first.scene_),
      counters_(scene_) {
  make_checks(&first);
}

std::unique_ptr<Session> Session::beside() const {
  return std::unique_ptr<Session>(new Session(*this, run_));
}

void Session::make_checks(const Session* first) {
  listen(counters_, callbacks_of<CounterCheck>());
  const Stage stage{scene_, counters_};
  for (const Row& row : rows_) {
    const Observer* const other =
        first != nullptr ? first->checks_[checks_.size()].observer.get()
                         : nullptr;
    follow(row.make(stage, other));
  }
}

void Session::follow(Listener check) {
  listen(*check.observer, check.callbacks);
  checks_.push_back(std::move(check));
}

void Session::add(report::Diagnostic diagnostic) {
  run_->findings.add(std::move(diagnostic));
}

void Session::add_unseen(const std::string& why) {
  run_->findings.add_unseen(why);
}

void Session::trace(std::vector<report::TracePoint> points) {
  run_->report.trace.points = std::move(points);
  follow({std::make_unique<TraceLog>(scene_, run_->report.trace),
          callbacks_of<TraceLog>()});
}

void Session::summarise() {
  run_->report.trace.summary = true;
  follow({std::make_unique<SummaryLog>(Stage{scene_, counters_},
                                       run_->report.trace),
          callbacks_of<SummaryLog>()});
}

void Session::write_steps(steps::Run& run) {
  auto log = std::make_unique<StepLog>(scene_, run);
  steps_ = log.get();
  follow({std::move(log), callbacks_of<StepLog>()});
}

report::Report& Session::report() { return run_->report; }

const report::AllocationTraffic* Session::allocation_traffic(
    size_t launch, uint64_t address) const {
  if (launch >= run_->used.size()) return nullptr;
  const std::vector<KnownAllocation>& used = run_->used[launch];
  for (size_t i = 0; i < used.size(); ++i) {
    if (address < used[i].begin || address >= used[i].end) continue;
    return &run_->report.launches[launch].allocations[i];
  }
  return nullptr;
}

HostFlags Session::host_flags(size_t launch) const {
  const auto& all = run_->host_flags;
  return launch < all.size() ? all[launch] : HostFlags{};
}

races::CopyWaits Session::copy_waits(size_t launch) const {
  const auto& all = run_->copy_waits;
  return launch < all.size() ? all[launch] : races::CopyWaits{};
}

void Session::on_launch(const LaunchInfo& launch) {
  scene_.begin(launch);
  start_counts();
  FanOut::on_launch(launch);
}

void Session::on_launch_end(const Executions& executions) {
  LateReads::on_launch_end(executions);
  // One that began later may have ended before.
  auto& launches = run_->report.launches;
  report::Launch ended = counters_.take_launch();
  const auto later = std::upper_bound(
      launches.begin(), launches.end(), ended.index,
      [](int index, const report::Launch& l) { return index < l.index; });
  const auto place = later - launches.begin();
  run_->used.insert(run_->used.begin() + place, counters_.used());
  run_->host_flags.insert(run_->host_flags.begin() + place,
                          counters_.take_host_flags());
  run_->copy_waits.insert(run_->copy_waits.begin() + place,
                          counters_.take_copy_waits());
  launches.insert(later, std::move(ended));
  const size_t known = run_->report.diagnostics.size();
  run_->findings.release(scene_.launch().index);
  if (steps_ != nullptr) steps_->place(run_->report.diagnostics, known);
}

void Session::on_allocate(const Allocation& allocation) {
  scene_.add_allocation(allocation);
  FanOut::on_allocate(allocation);
}

std::unique_ptr<Observer> Session::part() {
  auto part = std::make_unique<SessionPart>(scene_);
  for (const Listener& check : checks_) {
    const bool takes_part = follows_warps(check.callbacks);
    part->add(takes_part ? check.observer->part() : nullptr, check.callbacks);
  }
  return part;
}

void Session::join(Observer& part) {
  auto& from = static_cast<SessionPart&>(part);
  counters_.join(from.counters());
  for (size_t i = 0; i < checks_.size(); ++i)
    if (from.parts()[i]) checks_[i].observer->join(*from.parts()[i]);
}

}  // namespace simt::checks
