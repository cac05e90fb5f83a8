// SPDX-License-Identifier: MIT
// Judges and describes pairs of accesses to global memory that nothing orders:
// global-race, missing-fence, and warp-race inside one warp. One finding for
// each pair of source lines.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simt/checks/scene.h"
#include "simt/races/block_order.h"
#include "simt/races/global_cells.h"
#include "simt/races/sync_order.h"

namespace simt::checks {

using races::BlockOrder;
using races::GlobalJudge;
using races::GlobalPair;
using races::GlobalRecord;
using races::SyncOrder;
using races::Unfenced;

class GlobalRace final : public GlobalJudge {
 public:
  /// `orders`: by slot, of the resident blocks.
  GlobalRace(const Scene& scene, const SyncOrder& sync,
             const std::deque<BlockOrder>& orders)
      : scene_(scene), sync_(sync), orders_(orders) {}

  /// `serial`: of the launch's block 0.
  void start_launch(uint32_t serial);
  void describe();

  LaneMask unordered(const GlobalRecord& before, LaneMask lanes, uint32_t slot,
                     const GlobalRecord& now, int lane) const override;
  void on_conflict(const GlobalPair& pair) override;

 private:
  /// One access of a pair, as it is shown.
  struct Side {
    GlobalRecord record;
    int lane = 0;
  };
  /// Of one pair of lines only the first kind that was found is shown.
  enum class Kind : uint8_t { kFence, kLaunches, kBlocks, kWarps, kLanes };
  /// The two places, the lower first.
  using Key = std::pair<uint64_t, uint64_t>;
  struct Found {
    uint64_t pairs = 0;
    Side before, now;  // in the order in which they are shown
    uint64_t address = 0;
    uint32_t bytes = 4;
    Unfenced flag;      // kFence
    bool soft = false;  // no plain access takes part
  };

  Kind kind_of(const GlobalPair& pair) const;
  uint64_t site_of(const GlobalRecord& record) const;
  void put_in_order(Kind kind, Side& a, Side& b) const;
  bool only_a_flag(const Found& found) const;
  void describe(Kind kind, const Found& found) const;
  bool in_one_graph(const Found& found) const;
  std::string conflict(const Found& found) const;
  std::string who(const Side& side) const;
  report::Place place(const Side& side, const std::string& what) const;
  void describe_race(Kind kind, const Found& found,
                     report::Diagnostic& d) const;
  void describe_fence(const Found& found, report::Diagnostic& d) const;

  const Scene& scene_;
  const SyncOrder& sync_;
  const std::deque<BlockOrder>& orders_;
  /// Launches that may still be named: by number, with its first serial.
  std::map<uint32_t, std::pair<LaunchInfo, uint32_t>> launches_;
  std::map<Key, std::map<Kind, Found>> found_;
};

}  // namespace simt::checks
