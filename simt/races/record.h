// SPDX-License-Identifier: MIT
// Accesses that are remembered, and pairs of them. Knows nothing of the cells
// that remember them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "simt/races/epoch.h"
#include "simt/races/use.h"

namespace simt::races {

/// An instruction that a warp ran in one epoch.
struct Record {
  Epoch epoch;
  uint32_t pc = 0;
  uint32_t launch = 0;
  Use use = Use::kRead;
  Scope scope = Scope::kGpu;     // of a strong or volatile access
  uint8_t bytes = 0;             // of an element: a vector is several accesses
  bool looks : 1 = true;         // an atomic whose result is used
  bool is_volatile : 1 = false;  // also where `use` does not say so
  bool bulk : 1 = false;  // by the asynchronous proxy: judged in its launch by
                          // AsyncProxy alone
  uint32_t cluster = 0;   // as in SyncOrder
};

/// The number of a record, and in the lowest bits its warp; 0: nobody.
using Mark = uint32_t;
inline constexpr int kWarpBits = 5;

constexpr uint32_t warp_of(Mark mark) { return mark & ((1u << kWarpBits) - 1); }

/// Lanes that did what a record says.
struct Entry {
  Mark mark = 0;
  LaneMask lanes = 0;
};

/// Two accesses to the same bytes that conflict and that nothing orders.
struct Pair {
  Record before, now;         // as they were seen
  LaneMask before_lanes = 0;  // those that are not ordered
  int lane = 0;               // of `now`
  WarpPlace at;               // of `now`
  ptx::Space space = ptx::Space::kGlobal;
  uint64_t address = 0;  // shared: the byte in the block's memory
  uint32_t bytes = 4;
  bool again = false;  // the same threads met in the cell before: one access
  bool more = false;   // some that read the cell are not remembered
};

/// Takes the pairs that cells find.
class PairSink {
 public:
  virtual ~PairSink() = default;
  virtual void on_pair(const Pair& pair) = 0;
};

/// By lane.
using LaneMasks = std::array<LaneMask, kWarpSize>;

/// Says which accesses come before which.
class Ordering {
 public:
  virtual ~Ordering() = default;
  /// Of `lanes` of `before`, those that do not happen before what `lane` of
  /// `now` does; `slot`: of its block.
  virtual LaneMask unordered(const Record& before, LaneMask lanes,
                             const Record& now, uint32_t slot,
                             int lane) const = 0;
  /// Of the lanes `mine` of `now`, those before which all of `lanes` happen.
  virtual LaneMask after_all(const Record& before, LaneMask lanes,
                             const Record& now, uint32_t slot,
                             LaneMask mine) const {
    LaneMask found = 0;
    for (LaneMask left = mine; left != 0; left &= left - 1)
      if (unordered(before, lanes, now, slot, std::countr_zero(left)) == 0)
        found |= left & -left;
    return found;
  }
  /// False: no lane of the warp of `now` knows of another warp of its block
  /// what that one did since the block met.
  virtual bool was_told(const Record& /*now*/, uint32_t /*slot*/) const {
    return true;
  }
  /// For each lane of `before`: those of the lanes `mine` of `now` before which
  /// it happens.
  virtual LaneMasks after_each(const Record& before, const Record& now,
                               uint32_t slot, LaneMask mine) const {
    LaneMasks found{};
    for (LaneMask left = mine; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      const LaneMask late = unordered(before, kAllLanes, now, slot, lane);
      for (LaneMask known = ~late; known != 0; known &= known - 1)
        found[std::countr_zero(known)] |= LaneMask{1} << lane;
    }
    return found;
  }
};

}  // namespace simt::races
