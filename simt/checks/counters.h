// SPDX-License-Identifier: MIT
// Counts what a launch does: instructions, global sectors, shared wavefronts,
// by instruction, line and allocation. The rules: docs/counting.md.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "simt/checks/floor.h"
#include "simt/checks/host_flags.h"
#include "simt/checks/scene.h"
#include "simt/checks/touched.h"
#include "simt/races/copy_waits.h"

namespace simt::checks {

/// A request kept as an example: where all lanes went.
struct Sample {
  uint32_t cost = 0, ideal = 0;  // wavefronts or sectors of this request
  uint32_t bytes = 0;            // per lane
  LaneMask active = 0;
  uint64_t address[kWarpSize] = {};
  WarpPlace at;
};

/// Which request of an instruction is kept as its sample.
struct Worst {
  uint32_t excess = 0;         // cost above ideal
  uint64_t at = ~uint64_t{0};  // block << 32 | warp

  /// Larger, or as large and of a lower block or warp.
  bool exceeds(const Worst& other) const {
    return excess > other.excess || (excess == other.excess && at < other.at);
  }
};

/// Memory traffic of one instruction.
struct PcTraffic {
  report::GlobalTraffic global;
  report::SharedTraffic shared;  // bank_conflicts is filled in at the end
  report::GlobalTraffic texture, bulk_read, bulk_write;
  uint64_t local_requests = 0;
  uint64_t costly_global = 0;  // requests with sectors > ideal
  uint64_t costly_shared = 0;  // requests with wavefronts > ideal
  Worst worst_global, worst_shared;
  uint32_t allocation = 0;              // last one used, index into used_
  AccessKind kind = AccessKind::kLoad;  // of shared and local memory
  AccessKind global_kind = AccessKind::kLoad;  // cp.async loads there
};

class CounterCheck final : public Observer {
 public:
  explicit CounterCheck(const Scene& scene) : scene_(scene) {}

  void on_launch(const LaunchInfo&) override;
  void on_block_start(const WarpPlace& at) override {
    copy_waits_.start_block(at.slot);
  }
  void on_access(const Access& access) override;
  void on_fetch(const Fetch& fetch) override;
  void on_bulk(const BulkStep& step) override;
  void on_object(const ObjectUse& use) override { copy_waits_.on_object(use); }
  void on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                Scope scope) override {
    host_flags_.on_fence(at, lanes, order, scope);
  }
  void on_warp_sync(const WarpSync& sync) override {
    copy_waits_.on_instruction(sync.at, sync.pc, sync.lanes);
  }
  SharedTally* tallies() override;
  GlobalTally* global_tallies() override;
  /// Requests like this one, of its instruction and in its allocation, are
  /// counted from now on in global_tallies().
  void tally_from_now(const Access& access);
  const ops::Inst* instruction(uint32_t pc) const {
    return &scene_.kernel().code[pc];
  }
  bool has_parts() const override { return true; }
  std::unique_ptr<Observer> part() override;
  void join(Observer& part) override;
  void on_launch_end(const Executions& executions) override;

  /// The launch that has ended; it, traffic and samples stay until the next.
  const report::Launch& launch() const { return launch_; }
  report::Launch take_launch() { return std::move(launch_); }
  /// Of that launch, once.
  HostFlags take_host_flags() { return host_flags_.take(); }
  races::CopyWaits take_copy_waits() { return copy_waits_.take(); }

  /// Index = pc.
  const std::vector<PcTraffic>& traffic() const { return traffic_; }
  /// The request of an instruction with the largest excess, of the lowest
  /// block and warp; null when none had any.
  const Sample* sample(uint32_t pc, ptx::Space space) const;

  /// Allocations that the launch used, in the order of Launch::allocations.
  const std::vector<KnownAllocation>& used() const { return used_sorted_; }

 private:
  struct Used {
    const Allocation* key = nullptr;
    KnownAllocation known;
    report::GlobalTraffic loads, stores, atomics, texture_loads;
    report::GlobalTraffic bulk_reads, bulk_writes;
    bool on_board = false;  // memory of the launch's device, not of the host
    SectorSet loaded, stored;
    WordUpdates updates;

    report::GlobalTraffic& of(AccessKind kind) {
      if (kind == AccessKind::kAtomic) return atomics;
      return kind == AccessKind::kLoad ? loads : stores;
    }
    SectorSet& touched(AccessKind kind) {
      return kind == AccessKind::kLoad ? loaded : stored;
    }
  };

  void on_global(const Access& access, PcTraffic& traffic);
  void on_shared(const Access& access, PcTraffic& traffic);
  void add_to_allocations(const Access& access, PcTraffic& traffic,
                          const report::GlobalTraffic& cost, LaneMask leads);
  void on_bulk_global(const BulkCopy& copy, bool reads);
  bool uses_object(uint32_t pc) const;
  /// Shared memory up to `end` is used.
  void touch_dynamic(uint64_t end);
  Used& used(const Allocation* key, uint64_t address);
  static void touch(Used& used, const Access& access, LaneMask lanes);
  void add_least(uint32_t pc, const Executions& executions,
                 LeastWork& work) const;
  LeastWork least_work(const Executions& executions) const;
  void keep(const Access& access, Worst& worst, uint32_t cost, uint32_t ideal);
  void count_instructions(const Executions& executions, uint32_t pc,
                          report::Counters& counters) const;
  void add_tallies();
  void add_tally(uint32_t pc);
  void count_traffic(uint32_t pc, report::Counters& counters) const;
  void describe();

  const Scene& scene_;
  report::Launch launch_;
  std::vector<PcTraffic> traffic_;
  std::vector<SharedTally> tallies_;         // added to traffic_ at the end
  std::vector<GlobalTally> global_tallies_;  // likewise
  std::vector<Used> used_;
  std::vector<KnownAllocation> used_sorted_;
  std::map<std::pair<uint32_t, ptx::Space>, Sample> samples_;
  uint64_t dynamic_touched_ = 0;
  HostFlagCount host_flags_;
  races::CopyWaitCount copy_waits_;
};

}  // namespace simt::checks
