// SPDX-License-Identifier: MIT
// Reads, stores and atomics of shared memory by many lanes at once, in the
// usual cases: loops that the compiler turns into vector instructions.
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

/// The lanes of this access for which renew() would take the entry.
LaneMask SharedCells::may_renew(const Entry& entry, const Now& now,
                                Turns& turns) const {
  if (entry.mark < base_) return kAllLanes;
  const Record& old = records_[entry.mark];
  if (!merges(old, *now.record) || !alike(old, *now.record)) return 0;
  if (turns.before != entry.mark) {
    turns.before = entry.mark;
    turns.after = ordering_->after_each(old, *now.record, now.access->at.slot,
                                        now.access->active);
  }
  LaneMask all = kAllLanes;
  for (LaneMask left = entry.lanes; left != 0; left &= left - 1)
    all &= turns.after[std::countr_zero(left)];
  return all;
}

/// As remember() for each of `lanes`, from the lowest on: what one of them has
/// renewed those after it join, and those before it had to pass.
void SharedCells::remember_all(Cell cell, LaneMask lanes, const Now& now,
                               Turns& turns) {
  LaneMask left = lanes;
  const auto renew = [&](Entry& entry) {
    LaneMask taken = left;
    if (entry.mark != now.mark) {
      const LaneMask may = left & may_renew(entry, now, turns);
      taken = may == 0 ? 0 : left & ~((may & -may) - 1);
      if (taken != 0) entry = {now.mark, 0};
    }
    entry.lanes |= taken;
    left &= ~taken;
    return left == 0;
  };
  Mark touched[2];
  for (int i = 0; i < 2; ++i) {
    Entry entry{touch_[i][cell], touch_lanes_[i][cell]};
    touched[i] = entry.mark;
    const bool done = renew(entry);
    touch_[i][cell] = entry.mark;
    touch_lanes_[i][cell] = entry.lanes;
    if (done) return;
  }
  const auto alike = [&](int i) {
    return records_[touched[i]].use == now.record->use;
  };
  if (!partial_ && alike(0) && alike(1) &&
      warp_of(touched[0]) != warp_of(touched[1]))
    return;
  More& rest = more_[cell];
  rest.note(*now.record);
  for (Entry& entry : rest.entries)
    if (renew(entry)) return;
  if (!keep(rest.entries, {now.mark, left}))
    forgotten_ += static_cast<uint64_t>(std::popcount(left)) - 1;
}

/// Cells that all `lanes` update, where only accesses that may meet these came
/// before.
bool SharedCells::update_one(size_t cell, size_t cells, LaneMask lanes,
                             Now& now) {
  if (only_whether_ || cell + cells > writer_.size()) return false;
  for (size_t i = 0; i < cells; ++i)
    if (!meets_alike(cell + i, now)) return false;
  Turns turns;
  for (size_t i = 0; i < cells; ++i) remember_all(cell + i, lanes, now, turns);
  return true;
}

}  // namespace simt::races
