// SPDX-License-Identifier: MIT
// See session.h.
#include "simt/checks/session.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "simt/checks/barrier_check.h"
#include "simt/checks/cost_check.h"
#include "simt/checks/counters.h"
#include "simt/checks/fault_check.h"
#include "simt/checks/findings.h"
#include "simt/checks/init_check.h"
#include "simt/checks/race_check.h"
#include "simt/checks/scene.h"
#include "simt/checks/stuck_check.h"
#include "simt/checks/summary.h"
#include "simt/checks/trace.h"
#include "simt/checks/warp_check.h"

namespace simt::checks {
namespace {

/// Passes and sectors that a launch took above the least possible.
uint64_t extra_of(const report::Launch& launch) {
  const report::Counters& c = launch.counters;
  return c.shared_load.bank_conflicts + c.shared_store.bank_conflicts +
         (c.global_load.sectors - c.global_load.ideal_sectors) +
         (c.global_store.sectors - c.global_store.ideal_sectors);
}

/// Counts for some of a launch's blocks.
struct CounterPart final : Observer {
  explicit CounterPart(const Scene& scene) : counters(scene) {
    counters.on_launch();
  }
  void on_access(const Access& access) override { counters.on_access(access); }
  void on_fetch(const Fetch& fetch) override { counters.on_fetch(fetch); }
  SharedTally* tallies() override { return counters.tallies(); }
  CounterCheck counters;
};

}  // namespace

struct Session::Parts {
  explicit Parts(const Settings& chosen)
      : on(chosen),
        findings(report),
        scene([this](report::Diagnostic d) { held.push_back(std::move(d)); }),
        counters(scene),
        faults(scene, chosen.memory),
        init(scene),
        race(scene),
        barrier(scene),
        warp(scene),
        stuck(scene),
        cost(scene, counters) {}

  /// Adds what a launch found: errors, then where it hung because of them,
  /// then warnings.
  void release() {
    const auto rank = [](const report::Diagnostic& d) {
      if (d.severity != "error") return 2;
      const bool halted = d.name == "deadlock" || d.name == "livelock" ||
                          d.name == "grid-barrier-not-resident";
      return halted ? 1 : 0;
    };
    std::stable_sort(
        held.begin(), held.end(),
        [&](const report::Diagnostic& a, const report::Diagnostic& b) {
          return rank(a) < rank(b);
        });
    for (report::Diagnostic& d : held) findings.add(std::move(d));
    held.clear();
  }

  Settings on;
  report::Report report;
  Findings findings;
  std::vector<report::Diagnostic> held;  // of the running launch
  Scene scene;
  CounterCheck counters;
  FaultCheck faults;
  InitCheck init;
  RaceCheck race;
  BarrierCheck barrier;
  WarpCheck warp;
  StuckCheck stuck;
  CostCheck cost;
  std::optional<TraceLog> log;
  std::optional<SummaryLog> summary;
  std::vector<std::vector<KnownAllocation>> used;  // by launch
};

Session::Session(const Settings& settings)
    : parts_(std::make_unique<Parts>(settings)) {}

Session::~Session() = default;

void Session::add(report::Diagnostic diagnostic) {
  parts_->findings.add(std::move(diagnostic));
}

void Session::add_unseen(const std::string& why) {
  parts_->findings.add_unseen(why);
}

void Session::trace(std::vector<report::TracePoint> points) {
  parts_->report.trace.points = std::move(points);
  parts_->log.emplace(parts_->scene, parts_->report.trace);
}

void Session::summarise() {
  parts_->report.trace.summary = true;
  parts_->summary.emplace(parts_->scene, parts_->report.trace);
}

report::Report& Session::report() { return parts_->report; }

const report::AllocationTraffic* Session::allocation_traffic(
    size_t launch, uint64_t address) const {
  if (launch >= parts_->used.size()) return nullptr;
  const std::vector<KnownAllocation>& used = parts_->used[launch];
  for (size_t i = 0; i < used.size(); ++i) {
    if (address < used[i].begin || address >= used[i].end) continue;
    return &parts_->report.launches[launch].allocations[i];
  }
  return nullptr;
}

void Session::on_launch(const LaunchInfo& launch) {
  parts_->scene.begin(launch);
  parts_->counters.on_launch();
  if (parts_->on.init) parts_->init.on_launch();
  if (parts_->on.race) parts_->race.on_launch();
  traces = parts_->log || parts_->summary ||
           (parts_->on.race && parts_->race.wants_exchanges());
  if (parts_->on.barrier) parts_->barrier.on_launch();
  if (parts_->on.warp) parts_->warp.on_launch();
  if (parts_->log) parts_->log->on_launch();
  if (parts_->summary) parts_->summary->on_launch();
}

/// True when the counters alone look at what warps do.
bool Session::only_counts() const {
  const Settings& on = parts_->on;
  return !on.init && !on.race && !on.barrier && !on.warp && !parts_->log &&
         !parts_->summary;
}

SharedTally* Session::tallies() {
  return only_counts() ? parts_->counters.tallies() : nullptr;
}

std::unique_ptr<Observer> Session::part() {
  return std::make_unique<CounterPart>(parts_->scene);
}

void Session::join(Observer& part) {
  parts_->counters.join(static_cast<CounterPart&>(part).counters);
}

void Session::on_launch_end(const Executions& executions) {
  if (parts_->on.init) {
    parts_->init.on_launch_end([this](uint32_t pc) {
      return parts_->on.race && parts_->race.raced(pc);
    });
  }
  if (parts_->on.race) {
    parts_->race.on_launch_end();
    if (parts_->race.overflowed()) {
      parts_->findings.add_unseen(
          "a kernel accessed memory in more ways than are remembered, so that "
          "races may be missing");
    }
  }
  if (parts_->on.barrier) parts_->barrier.on_launch_end();
  if (parts_->on.warp) parts_->warp.on_launch_end();
  parts_->report.launches.push_back(parts_->counters.on_launch_end(executions));
  parts_->used.push_back(parts_->counters.used());
  if (parts_->on.bank) parts_->cost.on_launch_end();
  if (parts_->summary)
    parts_->summary->on_launch_end(extra_of(parts_->report.launches.back()));
  parts_->release();
}

void Session::on_block_start(const WarpPlace& at) {
  if (parts_->on.init) parts_->init.on_block_start(at);
  if (parts_->on.race) parts_->race.on_block_start(at);
}

void Session::on_block_end(const WarpPlace& at) {
  if (parts_->on.race) parts_->race.on_block_end(at);
  if (parts_->summary) parts_->summary->on_block_end(at);
}

void Session::on_access(const Access& access) {
  parts_->counters.on_access(access);
  if (parts_->on.init) parts_->init.on_access(access);
  if (parts_->on.race) parts_->race.on_access(access);
  if (parts_->log) parts_->log->on_access(access);
  if (parts_->summary) parts_->summary->on_access(access);
}

void Session::on_fetch(const Fetch& fetch) { parts_->counters.on_fetch(fetch); }

void Session::on_barrier(const BarrierDone& barrier) {
  if (parts_->on.race) parts_->race.on_barrier(barrier);
  if (parts_->on.barrier) parts_->barrier.on_barrier(barrier);
  if (parts_->log) parts_->log->on_barrier(barrier);
  if (parts_->summary) parts_->summary->on_barrier(barrier);
}

void Session::on_barrier_arrive(const WarpPlace& at, LaneMask, int id) {
  if (parts_->on.race) parts_->race.on_barrier_arrive(at, id);
}

void Session::on_warp_sync(const WarpSync& sync) {
  if (parts_->on.race) parts_->race.on_warp_sync(sync);
  if (parts_->log) parts_->log->on_warp_sync(sync);
}

void Session::on_exchange(const Exchange& exchange) {
  if (parts_->on.race) parts_->race.on_exchange(exchange);
  if (parts_->log) parts_->log->on_exchange(exchange);
  if (parts_->summary) parts_->summary->on_exchange(exchange);
}

void Session::on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) {
  if (parts_->log) parts_->log->on_arrival(at, pc, lanes);
  if (parts_->summary) parts_->summary->on_arrival(at, pc, lanes);
}

void Session::on_exit(const WarpPlace& at, LaneMask lanes) {
  if (parts_->log) parts_->log->on_exit(at, lanes);
  if (parts_->summary) parts_->summary->on_exit(at, lanes);
}

void Session::on_fence(const WarpPlace& at, LaneMask lanes, Scope scope) {
  if (parts_->on.race) parts_->race.on_fence(at, lanes, scope);
}

void Session::on_fault(const Fault& fault) {
  parts_->faults.on_fault(fault);
  if (parts_->summary) parts_->summary->on_trouble();
}

void Session::on_mask_error(const MaskError& error) {
  if (parts_->on.warp) parts_->warp.on_mask_error(error);
}

void Session::on_stuck(const Stuck& stuck) {
  parts_->stuck.on_stuck(stuck);
  if (parts_->summary) parts_->summary->on_trouble();
}

void Session::on_allocate(const Allocation& allocation) {
  parts_->scene.add_allocation(allocation);
  if (parts_->on.init) parts_->init.on_allocate(allocation);
}

void Session::on_free(const Allocation& allocation) {
  if (parts_->on.init) parts_->init.on_free(allocation);
  if (parts_->on.race) parts_->race.on_free(allocation);
}

void Session::on_host_write(uint64_t begin, uint64_t bytes) {
  if (parts_->on.init) parts_->init.on_host_write(begin, bytes);
}

}  // namespace simt::checks
