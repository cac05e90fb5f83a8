// SPDX-License-Identifier: MIT
// Which accesses of a block happen before which, by vector clocks. What a
// thread knows of a whole warp is kept once, as BARRACUDA does (Eizenberg et
// al., PLDI 2017); single threads only where flags told of them. Knows nothing
// of addresses.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "simt/ops/event.h"

namespace simt::races {

/// A thread's number in its block.
inline uint32_t thread_of(uint32_t warp, int lane) {
  return warp * kWarpSize + static_cast<uint32_t>(lane);
}

inline constexpr uint32_t kMostWarps = 32;  // 1024 threads

/// Clocks of whole warps.
using WarpClocks = std::array<uint32_t, kMostWarps>;
/// Clocks of single threads, by thread_of(), for whole warps. Those past the
/// end are 0: nothing is known of such a thread.
using Clocks = std::vector<uint32_t>;

/// Raises each of `clocks` to that of `other`.
void join(Clocks& clocks, const Clocks& other);
static_assert(kMostWarps ==
              kWarpSize);  // a row has clocks of warps, or of lanes
void join(WarpClocks& clocks, const WarpClocks& other);
/// Raises the clock of one thread.
void raise(Clocks& clocks, uint32_t thread, uint32_t clock);
/// Says of a warp what `threads` says of all its threads; without `threads`
/// where that is everything.
void shorten(WarpClocks& warps, Clocks& threads);

/// What one thread knows, as a message to others: clocks of whole warps, of
/// single threads, and of one more, most often the thread itself.
struct VectorClock {
  WarpClocks warps{};
  Clocks threads;
  uint32_t self = 0, self_clock = 0;

  void join(const VectorClock& other);
  /// True when all that `other` knows is known.
  bool covers(const VectorClock& other) const;
  /// The clock of a thread that is known.
  uint32_t of(uint32_t thread) const {
    return std::max({warps[thread / kWarpSize],
                     thread < threads.size() ? threads[thread] : 0,
                     thread == self ? self_clock : 0});
  }
};

/// A warp's clock counts its synchronisations since the last barrier of the
/// whole block. A thread knows a clock x of another thread when all accesses
/// which that thread made at clocks below x come before its own next access.
class BlockOrder {
 public:
  /// A block begins. `lockstep`: lanes of a warp run in order (before Volta).
  void start_block(uint32_t warps, bool lockstep);
  /// All threads of the block met: nothing older matters.
  void start_phase();

  uint32_t clock(uint32_t warp) const { return clock_[warp]; }

  /// Lanes of `mask` (one warp) wait for each other.
  void sync_lanes(uint32_t warp, LaneMask mask);
  /// Some warps of the block wait for each other. A warp counts as a whole.
  void sync_warps(int id, const std::vector<BarrierDone::Arrival>& arrivals);
  /// A warp was counted at barrier `id` and goes on: who waits there learns
  /// what it did up to now, and it learns nothing.
  void arrive(int id, uint32_t warp);

  /// All that a thread knows, its own accesses up to now included.
  VectorClock known_to(uint32_t warp, int lane) const;
  /// All that any of these lanes knows.
  VectorClock known_to_any(uint32_t warp, LaneMask lanes) const;
  /// The thread learns what another one knew.
  void learn(uint32_t warp, int lane, const VectorClock& knowledge);
  /// From the lowest of these lanes on, each learns all that the one before it
  /// knows, its own accesses up to now included.
  void pass_on(uint32_t warp, LaneMask lanes);
  /// What the warp does from now on is not covered by what was told before.
  void tick(uint32_t warp) { ++clock_[warp]; }

  /// False: since the block met, no lane of the warp knows of another warp.
  bool was_told(uint32_t warp) const {
    return !told_.empty() ||
           (!across_.empty() && across_[warp].phase == phase_);
  }
  /// Of `lanes` of warp `warp`, which accessed at `clock`: those whose
  /// access does not come before the next one of `my_lane` of `my_warp`.
  LaneMask unordered(uint32_t warp, LaneMask lanes, uint32_t clock,
                     uint32_t my_warp, int my_lane) const;

  /// For each lane of the warp: the lanes of the warp that know what it did at
  /// `clock`, the lane itself among them.
  std::array<LaneMask, kWarpSize> knowers(uint32_t warp, uint32_t clock) const;

 private:
  using Row = std::array<uint32_t, kWarpSize>;

  /// What each lane of one warp knows of the other lanes.
  struct WarpRows {
    uint32_t phase = 0;  // valid when equal to phase_
    std::array<Row, kWarpSize> of;
  };

  void join_lanes(uint32_t warp, LaneMask mask);
  void join_told(const std::vector<BarrierDone::Arrival>& arrivals);
  LaneMask untold(uint32_t warp, LaneMask lanes, uint32_t clock,
                  uint32_t me) const;
  Clocks& told_to(uint32_t thread);
  void tell(uint32_t warp, int lane, const Clocks& threads);
  void refresh(WarpRows& rows);

  uint32_t warps_ = 0;
  bool lockstep_ = false;
  uint32_t phase_ = 0;
  WarpClocks clock_{};
  std::vector<WarpRows> lanes_;  // by warp; empty until a warp synchronises
  /// What each lane knows of whole warps: row [warp], entry [other warp].
  std::vector<WarpRows> across_;  // empty until some warps synchronise
  /// By barrier and warp: the clock at which the warp was counted.
  std::map<std::pair<int, uint32_t>, uint32_t> counted_;
  /// What each thread was told of single threads of other warps.
  std::vector<Clocks> told_;  // by thread; empty until flags told of any
};

}  // namespace simt::races
