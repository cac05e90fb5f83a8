// SPDX-License-Identifier: MIT
// Reads and stores of shared memory by many lanes at once, in the usual cases:
// loops that the compiler turns into vector instructions.
#include <algorithm>
#include <bit>

#include "simt/races/cell_rows.h"
#include "simt/races/shared_cells.h"

namespace simt::races {
namespace {

// For fill_own, from the cells of a lane.
int shift_of(size_t per_lane) { return std::countr_zero(per_lane); }

}  // namespace

/// A row of cells that nobody wrote since the last barrier, and that either
/// nobody read yet or several warps read.
bool SharedCells::load_row(size_t cell, size_t cells, Mark mark) {
  if (cell + cells > writer_.size()) return true;
  if (!all_below(&writer_[cell], cells, base_)) return false;
  if (all_equal(&full_[cell], cells, base_)) return true;
  if (!all_below(&touch_[0][cell], cells, base_)) return false;
  std::fill_n(&touch_[0][cell], cells, mark);
  fill_own(&touch_lanes_[0][cell], cells, shift_of(cells / kWarpSize));
  return true;
}

/// A row of cells that nobody wrote since the last barrier, and that nobody
/// read or each lane its own.
bool SharedCells::store_row(size_t cell, size_t cells, Mark mark) {
  if (cell + cells > writer_.size()) return true;
  if (!all_below(&writer_[cell], cells, base_)) return false;
  const int shift = shift_of(cells / kWarpSize);
  Mark* const touched = &touch_[0][cell];
  if (!all_below(touched, cells, base_)) {
    const bool mine = warp_of(touched[0]) == warp_of(mark) &&
                      all_equal(touched, cells, touched[0]) &&
                      all_own(&touch_lanes_[0][cell], cells, shift) &&
                      all_below(&touch_[1][cell], cells, base_);
    if (!mine) return false;
    std::fill_n(touched, cells, Mark{0});
  }
  std::fill_n(&writer_[cell], cells, mark);
  fill_own(&writer_lane_[cell], cells, shift);
  return true;
}

/// One cell that all `lanes` read.
bool SharedCells::load_one(size_t cell, Mark mark, LaneMask lanes) {
  if (cell >= writer_.size()) return true;
  if (writer_[cell] >= base_) return false;
  if (full_[cell] == base_) return true;
  if (touch_[0][cell] < base_) {
    touch_[0][cell] = mark;
    touch_lanes_[0][cell] = lanes;
    return true;
  }
  if (touch_[0][cell] != mark) return false;
  touch_lanes_[0][cell] |= lanes;
  return true;
}

/// Eight cells in line, read by eight lanes from `lane` on.
bool SharedCells::load_run(size_t cell, Mark mark, int lane) {
  if (cell + kRunLanes > writer_.size()) return false;
  if (!all_below(&writer_[cell], kRunLanes, base_)) return false;
  if (all_equal(&full_[cell], kRunLanes, base_)) return true;
  Mark* const marks = &touch_[0][cell];
  LaneMask* const lanes = &touch_lanes_[0][cell];
  if (all_below(marks, kRunLanes, base_)) {
    std::fill_n(marks, kRunLanes, mark);
    std::fill_n(lanes, kRunLanes, 0u);
  } else if (!all_equal(marks, kRunLanes, mark)) {
    return false;
  }
  for (int i = 0; i < kRunLanes; ++i) lanes[i] |= LaneMask{1} << (lane + i);
  return true;
}

/// The lanes of a full warp, each reading one cell, that are dealt with.
LaneMask SharedCells::load_runs(const Access& access, Mark mark) {
  constexpr LaneMask kRun = (LaneMask{1} << kRunLanes) - 1;
  LaneMask done = 0;
  for (int r = 0; r < kRuns; ++r) {
    const int lane = r * kRunLanes;
    if (access.runs[r] == Run::kScattered) continue;
    const size_t cell = access.lane_address(lane) >> shift_;
    const bool ok = access.runs[r] == Run::kSame
                        ? load_one(cell, mark, kRun << lane)
                        : load_run(cell, mark, lane);
    if (ok) done |= kRun << lane;
  }
  return done;
}

}  // namespace simt::races
