// SPDX-License-Identifier: MIT
// Happens-before of all that runs: barriers and warps of each resident block
// (BlockOrder), flags and fences across blocks (SyncOrder), and launches. Knows
// nothing of the data that is ordered.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/ops/observer.h"
#include "simt/races/block_order.h"
#include "simt/races/record.h"
#include "simt/races/sync_order.h"

namespace simt::races {

class HappensBefore final : public Ordering {
 public:
  /// `sync` and the number of the run's next block are those of all launches.
  HappensBefore(SyncOrder& sync, uint32_t& next_serial)
      : sync_(sync), next_serial_(next_serial) {}

  /// `flags`: its threads may order each other without a barrier. `exchanges`:
  /// on_exchange() may be called.
  void start_launch(const LaunchInfo& launch, bool flags, bool exchanges);
  /// It goes on, after others ran beside it: with `concurrent`, as in
  /// LaunchInfo, nothing orders what it does now.
  void go_on(const std::vector<int>& concurrent);
  /// The serial number of block 0 of the launch.
  uint32_t first_serial() const { return first_serial_; }
  /// True when all that ran before the launch happens before what follows.
  bool forgets() const { return forgets_; }
  void start_block(const WarpPlace& at);

  bool has_block(uint32_t slot) const { return slot < blocks_.size(); }
  bool watches(const WarpPlace& at) const {
    return has_block(at.slot) && at.warp < kMostWarps;
  }
  /// The epoch in which a watched warp is.
  Epoch epoch(const WarpPlace& at) const {
    return {sync_.serial(at.slot), at.warp, sync_.phase(at.slot),
            blocks_[at.slot].clock(at.warp)};
  }

  /// True: every thread of the block met there.
  bool on_barrier(const BarrierDone& barrier);
  void on_barrier_arrive(const WarpPlace& at, int id);
  /// Lanes pass griddepcontrol.wait.
  void on_grid_wait(const WarpPlace& at, LaneMask lanes);
  /// Of bar.warp.sync.
  void on_warp_sync(const WarpSync& sync);
  void on_exchange(const Exchange& exchange);
  void on_cluster(const ClusterSync& sync);
  void on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                Scope scope);
  /// True when the access may order threads; on_access must then be called.
  bool synchronises(const Access& access) const {
    return flags_ && (access.order != MemoryOrder::kWeak ||
                      access.kind == AccessKind::kAtomic);
  }
  /// See SyncOrder::on_access.
  void on_access(const Access& access, const SyncUse& use);
  /// See SyncOrder::catch_up.
  void catch_up(uint32_t slot) {
    if (has_block(slot)) sync_.catch_up(blocks_[slot], slot);
  }

  LaneMask unordered(const Record& before, LaneMask lanes, const Record& now,
                     uint32_t slot, int lane) const override;
  LaneMask after_all(const Record& before, LaneMask lanes, const Record& now,
                     uint32_t slot, LaneMask mine) const override;
  bool was_told(const Record& now, uint32_t slot) const override {
    return blocks_[slot].was_told(now.epoch.warp);
  }
  LaneMasks after_each(const Record& before, const Record& now, uint32_t slot,
                       LaneMask mine) const override;
  const SyncOrder& sync() const { return sync_; }

 private:
  uint32_t cluster_of(uint64_t block) const;

  uint32_t launch_ = 0;
  std::vector<int> concurrent_;  // LaunchInfo::concurrent
  std::array<uint32_t, 3> shape_{1, 1, 1}, cluster_{1, 1, 1};
  bool clusters_ = false;
  /// LaunchInfo::prerequisites. That they have ended is told as if block
  /// `wait_` had done all before: griddepcontrol.wait learns that, and hands it
  /// on as all that a thread knows.
  std::vector<int> prerequisites_;
  uint32_t wait_ = 0;
  uint32_t threads_ = 0;  // of a block
  bool lockstep_ = false, flags_ = false, forgets_ = true;
  uint32_t first_serial_ = 0;
  std::vector<BlockOrder> blocks_;  // by slot
  GridClock told_;  // to the host, before it let the launch go on
  uint32_t first_slot_ = 0, end_of_slots_ = 0;  // of its blocks that began
  SyncOrder::Grid grid_;
  SyncOrder& sync_;
  uint32_t& next_serial_;
};

}  // namespace simt::races
