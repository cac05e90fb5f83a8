// SPDX-License-Identifier: MIT
// What the search for races keeps of all launches of a run: those that run
// beside each other have one detector each, and this in common.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simt/races/global_cells.h"
#include "simt/races/limits.h"
#include "simt/races/sync_order.h"

namespace simt::races {

struct DeviceHistory {
  explicit DeviceHistory(const Limits& limits)
      : sync(limits.publications), cells(limits) {}

  SyncOrder sync;
  uint32_t next_serial = 0;  // of the run's next block (Epoch)
  GlobalCells cells;
  std::map<uint64_t, uint64_t> ends;  // of allocations, by begin
  /// By launch: LaunchInfo::prerequisites, where there are any.
  std::map<uint32_t, std::vector<int>> prerequisites;
};

}  // namespace simt::races
