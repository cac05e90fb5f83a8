// SPDX-License-Identifier: MIT
// Which accesses of a block come before which: happens-before, without times.
// Knows nothing of addresses.
//
// A warp's version counts its synchronisations since the last barrier of the
// whole block. A thread knows a version x of another thread when all accesses
// which that thread made at versions below x come before its own next access.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "simt/ops/event.h"

namespace simt::checks {

/// A thread's number in its block.
inline uint32_t thread_of(uint32_t warp, int lane) {
  return warp * kWarpSize + static_cast<uint32_t>(lane);
}

inline constexpr uint32_t kMostWarps = 32;  // 1024 threads

/// Versions of single threads, by thread_of(). Those past the end are 0:
/// nothing is known of such a thread.
using Versions = std::vector<uint32_t>;

/// Raises each of `versions` to that of `other`.
void join(Versions& versions, const Versions& other);

/// What one thread knows, as a message to others: versions of whole warps, and
/// of single threads.
struct Knowledge {
  std::array<uint32_t, kMostWarps> warps{};
  Versions threads;

  void join(const Knowledge& other);
  /// The version of a thread that is known.
  uint32_t of(uint32_t thread) const {
    return std::max(warps[thread / kWarpSize],
                    thread < threads.size() ? threads[thread] : 0);
  }
};

class RaceOrder {
 public:
  /// A block begins. `lockstep`: lanes of a warp run in order (before Volta).
  void start_block(uint32_t warps, bool lockstep);
  /// All threads of the block met: nothing older matters.
  void start_epoch();

  uint32_t version(uint32_t warp) const { return version_[warp]; }

  /// Lanes of `mask` (one warp) wait for each other.
  void sync_lanes(uint32_t warp, LaneMask mask);
  /// Some warps of the block wait for each other. A warp counts as a whole.
  void sync_warps(int id, const std::vector<BarrierDone::Arrival>& arrivals);
  /// A warp was counted at barrier `id` and goes on: who waits there learns
  /// what it did up to now, and it learns nothing.
  void arrive(int id, uint32_t warp);

  /// All that a thread knows, its own accesses up to now included.
  Knowledge known_to(uint32_t warp, int lane) const;
  /// The thread learns what another one knew.
  void learn(uint32_t warp, int lane, const Knowledge& knowledge);
  /// What the warp does from now on is not covered by what was told before.
  void next_version(uint32_t warp) { ++version_[warp]; }

  /// Of `lanes` of warp `warp`, which accessed at `version`: those whose
  /// access does not come before the next one of `my_lane` of `my_warp`.
  LaneMask unordered(uint32_t warp, LaneMask lanes, uint32_t version,
                     uint32_t my_warp, int my_lane) const;

 private:
  using Row = std::array<uint32_t, kWarpSize>;

  /// What each lane of one warp knows of the other lanes.
  struct WarpRows {
    uint32_t epoch = 0;  // valid when equal to epoch_
    std::array<Row, kWarpSize> of;
  };

  void join_lanes(uint32_t warp, LaneMask mask);
  void join_told(const std::vector<BarrierDone::Arrival>& arrivals);
  LaneMask untold(uint32_t warp, LaneMask lanes, uint32_t version,
                  uint32_t me) const;
  void refresh(WarpRows& rows);

  uint32_t warps_ = 0;
  bool lockstep_ = false;
  uint32_t epoch_ = 0;
  std::array<uint32_t, kMostWarps> version_{};
  std::vector<WarpRows> lanes_;  // by warp; empty until a warp synchronises
  /// What each lane knows of whole warps: row [warp], entry [other warp].
  std::vector<WarpRows> across_;  // empty until some warps synchronise
  /// By barrier and warp: the version at which the warp was counted.
  std::map<std::pair<int, uint32_t>, uint32_t> counted_;
  /// What each thread was told of single threads of other warps.
  std::map<uint32_t, Versions> told_;
};

}  // namespace simt::checks
