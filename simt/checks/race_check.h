// SPDX-License-Identifier: MIT
// Reports accesses to shared memory that nothing orders: shared-race between
// warps, warp-race inside one. One finding for each pair of source lines.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "simt/checks/race_shadow.h"
#include "simt/checks/scene.h"

namespace simt::checks {

class RaceCheck final : public RaceSink {
 public:
  explicit RaceCheck(const Scene& scene) : scene_(scene) {}

  void on_launch();
  void on_launch_end();
  /// True when a race of this launch touches the line of `pc`; valid until
  /// on_launch_end.
  bool raced(uint32_t pc) const;
  void on_block_start(const WarpPlace& at);
  void on_access(const Access& access);
  void on_barrier(const BarrierDone& barrier);
  void on_warp_sync(const WarpSync& sync);
  void on_fence(const WarpPlace& at, LaneMask lanes);

  void on_race(const RacePair& pair) override;

 private:
  /// Two lines (sites) and whether one warp did both.
  using Key = std::tuple<uint32_t, uint32_t, bool>;
  struct Found {
    uint64_t pairs = 0, pairs_in_block = 0, blocks = 0;
    uint32_t last_block = 0;
    bool more = false;
    uint32_t block = 0;  // of the pair that is shown
    RacePair pair;       // `before` is the side that is shown first
  };

  void put_in_order(RacePair& pair) const;
  void describe(const Found& found, bool one_warp) const;
  std::string side(const RacePair::Side& side, uint64_t address) const;

  const Scene& scene_;
  bool byte_cells_ = false;  // some block of this launch needed them
  bool flags_ = false;       // the kernel has fences, releases or acquires
  bool partial_ = false;     // those, or barriers of some warps
  std::vector<std::unique_ptr<RaceShadow>> shadows_;  // by slot
  WarpPlace at_;                                      // of the access
  std::map<Key, Found> found_;
};

}  // namespace simt::checks
