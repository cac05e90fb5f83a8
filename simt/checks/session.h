// SPDX-License-Identifier: MIT
// One program's run as the checks see it: every event goes to the checks that
// are switched on, what they find goes into one report. Knows nothing of the
// host API and prints nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "simt/checks/counters.h"
#include "simt/checks/findings.h"
#include "simt/checks/late_reads.h"
#include "simt/checks/scene.h"
#include "simt/checks/table.h"
#include "simt/report/report.h"
#include "simt/steps/steps.h"

namespace simt::checks {

class StepLog;

/// Give it to the machine as Settings::observer; tell it of host writes and
/// allocations too. Not safe for use by several threads at once.
class Session final : public LateReads {
 public:
  /// Runs those of `rows` that `settings` names. Counters are always there.
  explicit Session(const ChosenChecks& settings,
                   std::span<const Row> rows = table());
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// One for a launch that begins while one of this session has not ended. It
  /// tells races between the two, and what it finds goes into this report. Only
  /// this session hears of allocations and of host writes. Launches beside
  /// another one are not traced.
  std::unique_ptr<Session> beside() const;

  /// Writes down what warps do at these lines, into report().trace. At most
  /// once, before the first launch.
  void trace(std::vector<report::TracePoint> points);
  /// Writes down what a page shows of each launch, into report().trace. At
  /// most once, before the first launch, and not beside trace().
  void summarise();
  /// Writes down every step into `run`, which must outlive this. At most once,
  /// before the first launch. Launches then run on one host thread.
  void write_steps(steps::Run& run);

  /// Only findings of these launches are reported; all are checked, for what a
  /// launch does depends on those before it. At most once, before the first.
  void choose(report::Chosen chosen) {
    run_->findings.choose(std::move(chosen));
  }

  /// Adds a diagnostic that the host API found. One with the same name,
  /// message and places as an earlier one only raises that one's count; see
  /// findings.h for what becomes of thousands.
  void add(report::Diagnostic diagnostic);

  /// Says why the report may lack a finding: see Findings::add_unseen.
  void add_unseen(const std::string& why);

  /// Launches and diagnostics so far, in order. The caller fills in the
  /// header (emulator, device, schedule, counted_on). A launch is there, with
  /// its counters, as soon as on_launch_end has been called.
  report::Report& report();

  /// Traffic of launch `launch` (index into Report::launches, which has them in
  /// the order in which they began) through the
  /// allocation that holds `address`; null when there is none.
  const report::AllocationTraffic* allocation_traffic(size_t launch,
                                                      uint64_t address) const;

  /// What launch `launch` (index as above) stored for the host as flags.
  HostFlags host_flags(size_t launch) const;
  /// How far its asynchronous copies ran ahead.
  races::CopyWaits copy_waits(size_t launch) const;

  void on_launch(const LaunchInfo& launch) override;
  void on_launch_end(const Executions& executions) override;
  void on_allocate(const Allocation& allocation) override;
  // In its one order a launch tells the checks of each request as it runs.
  SharedTally* tallies() override {
    return only(counters_) ? LateReads::tallies() : nullptr;
  }
  GlobalTally* global_tallies() override {
    return only(counters_) ? LateReads::global_tallies() : nullptr;
  }
  bool judges_threads() const override { return !only(counters_); }
  std::unique_ptr<Observer> part() override;
  void join(Observer& part) override;

 private:
  /// What sessions beside each other have in common.
  struct Run {
    report::Report report;
    Findings findings{report};
    std::vector<std::vector<KnownAllocation>> used;  // by launch
    std::vector<HostFlags> host_flags;               // by launch
    std::vector<races::CopyWaits> copy_waits;        // by launch
  };

  Session(const Session& first, std::shared_ptr<Run> run);
  void make_checks(const Session* first);
  void follow(Listener check);

  std::vector<Row> rows_;     // those that run
  std::shared_ptr<Run> run_;  // never null
  Scene scene_;
  CounterCheck counters_;
  std::vector<Listener> checks_;  // those of rows first
  StepLog* steps_ = nullptr;      // of checks_; null: nobody asked
};

}  // namespace simt::checks
