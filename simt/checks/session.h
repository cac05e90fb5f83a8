// SPDX-License-Identifier: MIT
// One program's run as the checks see it: every event goes to the checks that
// are switched on, what they find goes into one report. Knows nothing of the
// host API and prints nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/ops/observer.h"
#include "simt/report/report.h"

namespace simt::checks {

/// Which checks run (SIMT_CHECKS). Counters, deadlocks, traps, asserts and
/// unsupported instructions are always reported.
struct Settings {
  bool memory = true;   // out-of-bounds, misaligned, use-after-free, ...
  bool init = true;     // uninitialized-read
  bool race = true;     // shared-race, global-race, missing-fence, warp-race
  bool barrier = true;  // divergent-barrier, barrier-mismatch
  bool warp = true;     // warp-mask, inactive-shuffle-source
  bool bank = true;     // bank-conflict, uncoalesced
};

/// Give it to the machine as Settings::observer; tell it of host writes and
/// allocations too. Not safe for use by several threads at once.
class Session final : public Observer {
 public:
  explicit Session(const Settings& settings);
  ~Session() override;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Writes down what warps do at these lines, into report().trace. At most
  /// once, before the first launch.
  void trace(std::vector<report::TracePoint> points);
  /// Writes down what a page shows of each launch, into report().trace. At
  /// most once, before the first launch, and not beside trace().
  void summarise();

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

  /// Traffic of launch `launch` (index into Report::launches) through the
  /// allocation that holds `address`; null when there is none.
  const report::AllocationTraffic* allocation_traffic(size_t launch,
                                                      uint64_t address) const;

  void on_launch(const LaunchInfo& launch) override;
  void on_launch_end(const Executions& executions) override;
  SharedTally* tallies() override;
  bool has_parts() const override { return only_counts(); }
  std::unique_ptr<Observer> part() override;
  void join(Observer& part) override;
  void on_block_start(const WarpPlace& at) override;
  void on_block_end(const WarpPlace& at) override;
  void on_access(const Access& access) override;
  void on_fetch(const Fetch& fetch) override;
  void on_barrier(const BarrierDone& barrier) override;
  void on_barrier_arrive(const WarpPlace& at, LaneMask lanes, int id) override;
  void on_warp_sync(const WarpSync& sync) override;
  void on_exchange(const Exchange& exchange) override;
  void on_arrival(const WarpPlace& at, uint32_t pc, LaneMask lanes) override;
  void on_exit(const WarpPlace& at, LaneMask lanes) override;
  void on_fence(const WarpPlace& at, LaneMask lanes, Scope scope) override;
  void on_fault(const Fault& fault) override;
  void on_mask_error(const MaskError& error) override;
  void on_stuck(const Stuck& stuck) override;
  void on_allocate(const Allocation& allocation) override;
  void on_free(const Allocation& allocation) override;
  void on_host_write(uint64_t begin, uint64_t bytes) override;

 private:
  struct Parts;
  bool only_counts() const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace simt::checks
