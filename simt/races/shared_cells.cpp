// SPDX-License-Identifier: MIT
// See shared_cells.h. on_access is hot: full warps that touch a row of cells
// are handled by loops that the compiler turns into vector instructions.
#include "simt/races/shared_cells.h"

#include <algorithm>
#include <bit>

#include "simt/races/cell_rows.h"

namespace simt::races {
namespace {

// Sequence numbers have 27 bits; long before that the past is forgotten.
constexpr uint32_t kLastSequence = 1u << 26;
// Records between two barriers of a block. A block that makes more different
// accesses than this without a barrier starts afresh: races with what it did
// before are then not found, and overflowed() says so.
constexpr size_t kMostBlockRecords = size_t{1} << 22;

uint32_t warp_of(uint32_t mark) { return mark & 31; }

bool reads(Touch touch) {
  return touch == Touch::kRead || touch == Touch::kStrongRead;
}

// For fill_own, from the cells of a lane.
int shift_of(size_t per_lane) { return std::countr_zero(per_lane); }

}  // namespace

void SharedCells::start_block(uint64_t bytes, const BlockOrder& order,
                              bool byte_cells, bool partial) {
  order_ = &order;
  const int shift = byte_cells ? 0 : 2;
  const size_t cells = static_cast<size_t>((bytes + 3) / 4 * 4) >> shift;
  partial_ = partial;
  if (cells != writer_.size() || shift != shift_) {
    shift_ = shift;
    for (auto* marks : {&writer_, &touch_[0], &touch_[1], &full_})
      marks->assign(cells, 0);
    for (auto* lanes : {&writer_lane_, &touch_lanes_[0], &touch_lanes_[1]})
      lanes->assign(cells, 0);
  }
  recent_.resize(std::max<size_t>(recent_.size(), kMostWarps));
  start_phase();
}

void SharedCells::start_phase() {
  first_ += static_cast<uint32_t>(records_.size());
  records_.clear();
  if (!more_.empty()) more_.clear();
  if (first_ >= kLastSequence) forget();
  base_ = first_ << 5;
}

void SharedCells::forget() {
  for (auto* marks : {&writer_, &touch_[0], &touch_[1], &full_})
    std::fill(marks->begin(), marks->end(), 0);
  std::fill(recent_.begin(), recent_.end(), WarpRecent{});
  records_.clear();
  more_.clear();
  first_ = 1;
  base_ = first_ << 5;
}

SharedCells::Mark SharedCells::mark_of(uint32_t warp, uint32_t pc,
                                       Touch touch) {
  Recent& recent = recent_[warp].of[pc & 15];
  const uint32_t clock = order_->clock(warp);
  if (recent.mark >= base_ && recent.pc == pc && recent.clock == clock)
    return recent.mark;
  if (records_.size() >= kMostBlockRecords) {
    forget();
    overflowed_ = true;
  }
  const uint32_t sequence = first_ + static_cast<uint32_t>(records_.size());
  records_.push_back({pc, clock, touch});
  recent = {pc, clock, sequence << 5 | warp};
  return recent.mark;
}

void SharedCells::use_byte_cells() {
  shift_ = 0;
  const auto spread = [](std::vector<uint32_t>& cells) {
    std::vector<uint32_t> bytes(cells.size() * 4);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = cells[i / 4];
    cells = std::move(bytes);
  };
  for (auto* cells : {&writer_, &touch_[0], &touch_[1], &full_, &writer_lane_,
                      &touch_lanes_[0], &touch_lanes_[1]})
    spread(*cells);
  std::unordered_map<size_t, std::vector<Entry>> more;
  for (const auto& [cell, entries] : more_)
    for (size_t i = 0; i < 4; ++i) more[cell * 4 + i] = entries;
  more_ = std::move(more);
}

void SharedCells::on_access(const Access& access, Touch touch, RaceSink& sink) {
  if (access.bytes < 1 << shift_) use_byte_cells();
  Now now;
  now.mark = mark_of(access.at.warp, access.pc, touch);
  now.pc = access.pc;
  now.warp = access.at.warp;
  now.touch = touch;
  now.access = &access;
  now.sink = &sink;
  const size_t cell = access.base >> shift_;
  const size_t per_lane = access.bytes >> shift_;
  if (access.shape == Shape::kConsecutive && access.active == kAllLanes) {
    if (touch == Touch::kRead && load_row(cell, per_lane * kWarpSize, now.mark))
      return;
    if (touch == Touch::kWrite &&
        store_row(cell, per_lane * kWarpSize, now.mark))
      return;
  } else if (access.shape == Shape::kUniform && touch == Touch::kRead) {
    bool done = true;
    for (size_t i = 0; i < per_lane; ++i)
      done = load_one(cell + i, now.mark, access.active) && done;
    if (done) return;
  }
  LaneMask lanes = access.active;
  if (touch == Touch::kRead && access.runs != nullptr && per_lane == 1)
    lanes &= ~load_runs(access, now.mark);
  visit_lanes(access, lanes, now);
}

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

bool SharedCells::store_row(size_t cell, size_t cells, Mark mark) {
  if (cell + cells > writer_.size()) return true;
  if (!all_below(&writer_[cell], cells, base_)) return false;
  if (!all_below(&touch_[0][cell], cells, base_)) return false;
  std::fill_n(&writer_[cell], cells, mark);
  fill_own(&writer_lane_[cell], cells, shift_of(cells / kWarpSize));
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

void SharedCells::visit_lanes(const Access& access, LaneMask lanes, Now& now) {
  const size_t per_lane = access.bytes >> shift_;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    now.lane = std::countr_zero(left);
    now.counted = {};
    const size_t first = access.lane_address(now.lane) >> shift_;
    if (first + per_lane > writer_.size()) continue;
    for (size_t i = 0; i < per_lane; ++i) visit(first + i, now);
  }
}

/// The usual cases of one cell; all others go to read, write and atomic.
inline void SharedCells::visit(size_t cell, Now& now) {
  const LaneMask bit = LaneMask{1} << now.lane;
  const bool written =
      writer_[cell] >= base_ &&
      (warp_of(writer_[cell]) != now.warp || writer_lane_[cell] != bit);
  const Mark touched = touch_[0][cell];
  if (now.touch == Touch::kRead) {
    if (written) return read(cell, now);
    if (full_[cell] == base_) return;
    if (touched < base_) {
      touch_[0][cell] = now.mark;
      touch_lanes_[0][cell] = bit;
    } else if (touched == now.mark) {
      touch_lanes_[0][cell] |= bit;
    } else {
      read(cell, now);
    }
  } else if (now.touch == Touch::kWrite) {
    const bool only_mine = touch_[1][cell] < base_ &&
                           touch_lanes_[0][cell] == bit &&
                           warp_of(touched) == now.warp;
    if (written || (touched >= base_ && !only_mine)) return write(cell, now);
    touch_[0][cell] = 0;
    writer_[cell] = now.mark;
    writer_lane_[cell] = bit;
  } else {
    atomic(cell, now);
  }
}

void SharedCells::read(size_t cell, Now& now) {
  check_writer(cell, now);
  check_touched(cell, now, false, true);
  remember(cell, now);
}

/// True when the lanes that wrote the cell last are earlier ones of this very
/// store, and each wrote what this lane writes: whichever comes last, the same
/// value stays.
bool SharedCells::repeats(size_t cell, const Now& now) const {
  return writer_[cell] == now.mark &&
         all_store_alike(*now.access, writer_lane_[cell], now.lane);
}

void SharedCells::write(size_t cell, Now& now) {
  if (repeats(cell, now)) {
    writer_lane_[cell] |= LaneMask{1} << now.lane;
    return;
  }
  check_writer(cell, now);
  check_touched(cell, now, true, true);
  writer_[cell] = now.mark;
  writer_lane_[cell] = LaneMask{1} << now.lane;
  touch_[0][cell] = touch_[1][cell] = full_[cell] = 0;
  if (!more_.empty()) more_.erase(cell);
}

void SharedCells::atomic(size_t cell, Now& now) {
  check_writer(cell, now);
  if (now.touch == Touch::kAtomic) check_touched(cell, now, true, false);
  remember(cell, now);
}

void SharedCells::check_writer(size_t cell, Now& now) {
  if (writer_[cell] < base_) return;
  const bool own = warp_of(writer_[cell]) == now.warp &&
                   (writer_lane_[cell] >> now.lane & 1) != 0;
  // What it reads, it wrote itself, as others did in the same store.
  if (own && reads(now.touch)) return;
  compare(cell, {writer_[cell], writer_lane_[cell]}, now, false);
}

void SharedCells::check_touched(size_t cell, Now& now, bool reads,
                                bool atomics) {
  const auto matters = [&](const Entry& entry) {
    const Touch touch = record(entry.mark).touch;
    if (touch == Touch::kAtomic) return atomics;
    // A strong read is at odds with a plain write only.
    if (touch == Touch::kStrongRead) return now.touch == Touch::kWrite;
    return reads;
  };
  const bool more = full_[cell] == base_;
  for (int i = 0; i < 2; ++i) {
    const Entry entry{touch_[i][cell], touch_lanes_[i][cell]};
    if (entry.mark < base_) return;
    if (matters(entry)) compare(cell, entry, now, more);
  }
  if (more_.empty()) return;
  const auto rest = more_.find(cell);
  if (rest == more_.end()) return;
  for (const Entry& entry : rest->second)
    if (matters(entry)) compare(cell, entry, now, more);
}

void SharedCells::compare(size_t cell, const Entry& before, Now& now,
                          bool more) {
  const Record& then = record(before.mark);
  const LaneMask lanes = order_->unordered(warp_of(before.mark), before.lanes,
                                           then.clock, now.warp, now.lane);
  if (lanes == 0) return;
  RacePair pair;
  pair.before = {then.pc, warp_of(before.mark), std::countr_zero(lanes),
                 then.touch};
  pair.now = {now.pc, now.warp, now.lane, now.touch};
  pair.address = static_cast<uint64_t>(cell) << shift_;
  pair.bytes = 1u << shift_;
  pair.more = more;
  // A wide access meets the same partner in several cells: one pair.
  const bool again =
      now.counted.mark == before.mark && now.counted.lanes == lanes;
  pair.pairs = again ? 0 : static_cast<uint32_t>(std::popcount(lanes));
  now.counted = {before.mark, lanes};
  now.sink->on_race(pair);
}

/// True when `entry` needs no place beside the new access: same access, or an
/// older one of the warp that comes before it.
bool SharedCells::renew(Entry& entry, const Now& now) const {
  const LaneMask bit = LaneMask{1} << now.lane;
  if (entry.mark == now.mark) {
    entry.lanes |= bit;
    return true;
  }
  if (entry.mark >= base_) {
    const Record& old = record(entry.mark);
    if (warp_of(entry.mark) != now.warp || old.touch != now.touch) return false;
    const LaneMask others = entry.lanes & ~bit;
    if (others != 0 &&
        order_->unordered(now.warp, others, old.clock, now.warp, now.lane) != 0)
      return false;
  }
  entry = {now.mark, bit};
  return true;
}

void SharedCells::remember(size_t cell, const Now& now) {
  for (int i = 0; i < 2; ++i) {
    Entry entry{touch_[i][cell], touch_lanes_[i][cell]};
    const bool fresh = entry.mark < base_;
    if (!renew(entry, now)) continue;
    touch_[i][cell] = entry.mark;
    touch_lanes_[i][cell] = entry.lanes;
    if (i == 0 || !fresh || partial_) return;
    const Mark first = touch_[0][cell];
    if (now.touch == Touch::kRead && record(first).touch == Touch::kRead &&
        warp_of(first) != now.warp)
      full_[cell] = base_;
    return;
  }
  const auto alike = [&](int i) {
    return record(touch_[i][cell]).touch == now.touch;
  };
  // Two warps did the same already: whoever comes later is unordered with one
  // of them, unless a barrier of some warps may order them.
  if (!partial_ && alike(0) && alike(1) &&
      warp_of(touch_[0][cell]) != warp_of(touch_[1][cell]))
    return;
  std::vector<Entry>& rest = more_[cell];
  for (Entry& entry : rest)
    if (renew(entry, now)) return;
  rest.push_back({now.mark, LaneMask{1} << now.lane});
}

}  // namespace simt::races
