// SPDX-License-Identifier: MIT
// Finds accesses that nothing orders. Reports those to shared memory:
// shared-race between warps, warp-race inside one, one finding for each pair
// of source lines. Global memory is judged in global_race.h.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "simt/checks/global_race.h"
#include "simt/checks/scene.h"
#include "simt/checks/stage.h"
#include "simt/races/global_cells.h"
#include "simt/races/pending_copies.h"
#include "simt/races/shared_cells.h"
#include "simt/races/sync_order.h"

namespace simt::checks {

using races::BlockOrder;
using races::Epoch;
using races::GlobalCells;
using races::PendingCopies;
using races::RacePair;
using races::RaceSink;
using races::SharedCells;
using races::SyncOrder;

class RaceCheck final : public Observer, public RaceSink {
 public:
  explicit RaceCheck(const Stage& stage)
      : scene_(stage.scene), global_(stage.scene, sync_, orders_) {}

  void on_launch(const LaunchInfo& launch) override;
  void on_launch_end(const Executions&) override;
  void on_block_start(const WarpPlace& at) override;
  void on_block_end(const WarpPlace& at) override;
  void on_access(const Access& access) override;
  void on_barrier(const BarrierDone& barrier) override;
  void on_barrier_arrive(const WarpPlace& at, LaneMask lanes, int id) override;
  void on_warp_sync(const WarpSync& sync) override;
  void on_exchange(const Exchange& exchange) override;
  void on_fence(const WarpPlace& at, LaneMask lanes, Scope scope) override;
  void on_free(const Allocation& allocation) override;

  void on_race(const RacePair& pair) override;

 private:
  /// True when something had to be forgotten; races may have been missed.
  bool overflowed() const;
  /// Two lines (sites) and whether one warp did both.
  using Key = std::tuple<uint32_t, uint32_t, bool>;
  struct Found {
    uint64_t pairs = 0, pairs_in_block = 0, blocks = 0;
    uint32_t last_block = 0;
    bool more = false;
    uint32_t block = 0;  // of the pair that is shown
    RacePair pair;       // `before` is the side that is shown first
  };

  bool watched(const WarpPlace& at) const;
  void read_instructions();
  void store_late(const std::vector<PendingCopies::Late>& copies);
  bool may_be_flag(const RacePair& pair) const;
  void on_global(const Access& access, const Epoch& epoch, bool looks);
  void put_in_order(RacePair& pair) const;
  void describe(const Found& found, bool one_warp) const;
  std::string side(const RacePair::Side& side, uint64_t address) const;

  Scene& scene_;
  bool byte_cells_ = false;  // some block of this launch needed them
  bool flags_ = false;       // threads may order each other without a barrier
  bool partial_ = false;     // those, or barriers of some warps
  bool orders_by_flag_ = false;    // there is a fence, a release or an acquire
  std::vector<uint8_t> volatile_;  // by pc: seen as a volatile access
  std::vector<uint8_t> implied_;   // by pc: Order of mbarrier instructions
  std::vector<uint8_t> looks_;     // by pc: the result of an atomic is used
  std::deque<BlockOrder> orders_;  // by slot; addresses stay
  std::vector<std::unique_ptr<SharedCells>> shadows_;  // by slot; may be null
  PendingCopies copies_;
  SyncOrder sync_;
  GlobalCells words_;
  GlobalRace global_;
  uint32_t first_serial_ = 0, next_serial_ = 0;  // of this launch's blocks
  WarpPlace at_;                                 // of the access
  std::map<Key, Found> found_;
};

}  // namespace simt::checks
