// SPDX-License-Identifier: MIT
// Finds races in shared and global memory: tells the order of what runs to
// HappensBefore, each access to the cells that it touches, and judges the pairs
// that those find. Knows no source line and no English.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simt/ops/observer.h"
#include "simt/races/async_proxy.h"
#include "simt/races/device_history.h"
#include "simt/races/happens_before.h"
#include "simt/races/init_fences.h"
#include "simt/races/limits.h"
#include "simt/races/means.h"
#include "simt/races/pending_copies.h"
#include "simt/races/shared_cells.h"

namespace simt::races {

/// A pair that is a mistake. Of one pair of lines only the first kind of global
/// memory is worth telling.
struct Race {
  enum class Kind : uint8_t {
    kFence,
    kDependent,  // of launches of which one waits for the other too late
    kLaunches,
    kBlocks,
    kWarps,
    kLanes,
    kCounter  // who read a counter has no fence after it; tolerated
  };
  Kind kind = Kind::kWarps;
  Pair pair;
  std::optional<Unfenced> flag;  // kFence, kCounter
  bool soft = false;             // no plain access takes part
};

/// Shared memory of a peer is used while it may not be there.
struct PeerFault {
  bool early = false;  // the peer may not have started; else it may have ended
  Record use;
  int lane = 0;
  WarpPlace at;    // of the use
  WarpPlace home;  // the peer
  uint64_t address = 0;
};

class Detector : public Observer, private PairSink, private ProxySink {
 public:
  explicit Detector(const Limits& limits = {});
  /// For launches that run beside those of others with this history.
  Detector(std::shared_ptr<DeviceHistory> history, const Limits& limits);
  /// For blocks of which no two threads meet in global memory.
  struct SharedOnly {};
  explicit Detector(SharedOnly) : Detector() { shared_only_ = true; }

  bool takes_late_reads() const override {
    return !copies_.any() && !proxy_.any();
  }
  bool needs_late_reads(uint32_t /*slot*/, Late why) const override {
    return why == Late::kNow;  // a barrier orders them before all that follows
  }
  bool knows_all(const Access&) const override {
    return shared_only_ && !proxy_.any();
  }

  void on_launch(const LaunchInfo& launch) override;
  void on_go_on(const std::vector<int>& concurrent) override;
  void on_block_start(const WarpPlace& at) override;
  void on_block_end(const WarpPlace& at) override;
  void on_access(const Access& access) override;
  void on_barrier(const BarrierDone& barrier) override;
  void on_barrier_arrive(const WarpPlace& at, LaneMask lanes, int id) override;
  void on_cluster_sync(const ClusterSync& sync) override;
  void on_exit(const WarpPlace& at, LaneMask lanes) override;
  void on_warp_sync(const WarpSync& sync) override;
  void on_exchange(const Exchange& exchange) override;
  void on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                Scope scope) override;
  void on_grid_wait(const WarpPlace& at, uint32_t pc, LaneMask lanes) override;
  void on_object(const ObjectUse& use) override;
  void on_bulk(const BulkStep& step) override;
  void on_warpgroup(const WarpgroupStep& step) override;
  void on_proxy_fence(const ProxyFence& fence) override;
  void on_allocate(const Allocation& allocation) override;
  void on_free(const Allocation& allocation) override;

 protected:
  const std::shared_ptr<DeviceHistory>& history() const { return history_; }
  virtual void on_race(const Race& race) = 0;
  /// Of all kinds but kNoOrder, which is a race.
  virtual void on_proxy(const ProxyFault& /*fault*/) {}
  virtual void on_peer(const PeerFault& /*fault*/) {}

  /// The serial number (Epoch) of block 0 of this launch.
  uint32_t first_serial() const { return order_.first_serial(); }
  static constexpr uint64_t cluster_memory(uint32_t slot) {
    return kClusterMemory + (uint64_t{slot} << ops::kRankShift);
  }
  static constexpr bool in_cluster_memory(uint64_t address) {
    return address >= kClusterMemory;
  }
  /// An asynchronous copy stands at `pc`.
  bool is_copy(uint32_t pc) const { return copies_.is_copy(pc); }
  /// The instruction at `pc` is one of barrier objects.
  bool is_object(uint32_t pc) const { return means_.is_mbarrier(pc); }
  /// How many accesses of the run were forgotten before they could be compared
  /// with all that came later.
  uint64_t forgotten() const;

 private:
  /// In a launch with clusters, shared memory is looked at as if it were
  /// global: that of each slot has its place beyond all addresses.
  static constexpr uint64_t kClusterMemory = uint64_t{1} << 62;
  static Access as_cluster_memory(const Access& access);
  struct Range {
    uint64_t begin = 0, end = 0;
  };

  void on_pair(const Pair& pair) override;
  void on_proxy_fault(const ProxyFault& fault) override;
  Record record_of(const WarpPlace& at, uint32_t pc, Use use) const;
  Record record_of(const Access& access) const;
  Race::Kind kind_of(const Pair& pair) const;
  void bulk_access(const BulkStep& step);
  void map_access(const BulkCopy& copy);
  void judge_shared(const Pair& pair);
  void judge_global(const Pair& pair);
  bool observed(const Pair& pair) const;
  std::optional<Unfenced> explain(const Pair& pair) const;
  bool looks(const Access& access) const;
  void synchronise(const Access& access);
  void on_global(const Access& access, const Record& record);
  void on_shared(const Access& access, const Record& record);
  void on_cluster_memory(const Access& access);
  void start_cluster_memory(uint32_t slot);
  void end_cluster_memory(const WarpPlace& at);
  void note_inits(const ObjectUse& use);
  bool is_known_init(const Pair& pair) const;
  void note_peer(const Access& access, const Record& record);
  void tell(Race race);
  void catch_up(uint32_t slot);
  void store_late(const std::vector<PendingCopies::Late>& copies);
  Range range_at(uint64_t address) const;

  Limits limits_;
  std::shared_ptr<DeviceHistory> history_;  // never null
  uint32_t launch_ = 0;
  uint64_t shared_bytes_ = 0;  // of a block
  bool shared_only_ = false;
  bool asks_flags_ = true;  // whether flags order threads
  bool alone_ = false;      // no launch runs beside it, nor a later one
  bool clusters_ = false;   // blocks reach the shared memory of others
  /// By slot: who used the block's shared memory from another block, as long as
  /// none of its own threads knew of that when it exited.
  struct PeerUse {
    Record record;
    LaneMask lanes = 0;
    WarpPlace at;
    uint64_t address = 0;
    uint64_t number = 0;  // of all uses, in the order of time
  };
  using WarpUses = std::vector<PeerUse>;  // no two of one lane
  std::vector<std::unordered_map<uint64_t, WarpUses>> peer_uses_;  // by warp
  uint64_t peer_use_count_ = 0;
  InitFences inits_;         // of launches with clusters
  bool byte_cells_ = false;  // some block of this launch needed them
  Means means_;
  HappensBefore order_;
  PendingCopies copies_;
  AsyncProxy proxy_;
  HeldReads spare_reads_;
  std::vector<std::unique_ptr<SharedCells>> shared_;  // by slot; may be null
  uint64_t gone_ = 0;  // forgotten by shared cells that are no more
  GlobalCells& global_;
};

}  // namespace simt::races
