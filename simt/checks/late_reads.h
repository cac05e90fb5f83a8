// SPDX-License-Identifier: MIT
// Tells observers of loads that the machine only counted (SharedLog): late, but
// before anything that could make a difference to whether something is wrong.
// Knows nothing of what they conclude, nor of barrier objects and bulk copies:
// their kernels do not run in parts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "simt/checks/counters.h"
#include "simt/checks/fan_out.h"

namespace simt::checks {

class LateReads : public FanOut {
 public:
  /// `counters` is one of the listeners.
  explicit LateReads(CounterCheck& counters) : counters_(counters) {}

  SharedTally* tallies() override;
  SharedLog* shared_log(uint32_t slot) override;
  GlobalTally* global_tallies() override;

  void on_launch_end(const Executions& executions) override;
  void on_block_start(const WarpPlace& at) override;
  void on_block_end(const WarpPlace& at) override;
  void on_access(const Access& access) override;
  void on_barrier(const BarrierDone& barrier) override;
  void on_barrier_arrive(const WarpPlace& at, LaneMask lanes, int id) override;
  void on_cluster_sync(const ClusterSync& sync) override;
  void on_warp_sync(const WarpSync& sync) override;
  void on_exchange(const Exchange& exchange) override;
  void on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                Scope scope) override;

 protected:
  /// Counts of a launch begin: what tallies() and global_tallies() gave is
  /// asked for anew.
  void start_counts();

 private:
  /// A block's log, and which block it is.
  struct Kept {
    SharedLog log;
    WarpPlace at;
    // Of reads that came here, not from the machine: their rows say so.
    std::array<LaneMask, SharedLog::kMostReads> active;
    uint32_t told = 0;  // how often since the last barrier
  };

  Kept* kept(uint32_t slot) {
    return slot < kept_.size() ? kept_[slot].get() : nullptr;
  }
  void tell(uint32_t slot, Late why = Late::kNow);
  void tell_kept(const Kept& kept, std::span<Observer* const> need,
                 Late why) const;
  static void start_phase(Kept& kept);
  void clear(Kept& kept);
  bool keep_back(const Access& access);
  void before(const Access& access);
  void know(const Access& access);

  CounterCheck& counters_;
  bool late_ = false;  // of this launch
  bool global_ = false;
  uint32_t generation_ = 0;
  std::vector<std::unique_ptr<Kept>> kept_;  // by slot
};

}  // namespace simt::checks
