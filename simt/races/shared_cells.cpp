// SPDX-License-Identifier: MIT
// on_access and take are hot: shared_rows.cpp deals with full warps that touch
// a row of cells, visit_lanes with the usual cases of one cell, History with
// the rest.
#include "simt/races/shared_cells.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace simt::races {

SharedCells::SharedCells(const Ordering& ordering, PairSink& sink,
                         const Limits& limits, HeldReads& spare)
    : History(limits.shared_records, limits.entries), spare_(spare) {
  judge_by(ordering, sink);
  records_.start_block(0);
}

void SharedCells::start_block(uint64_t bytes, bool byte_cells, bool partial,
                              bool only_whether) {
  only_whether_ = only_whether;
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
  start_phase();
}

void SharedCells::start_phase() {
  for (const auto& [cell, more] : more_) let_go(more.entries.size());
  if (!more_.empty()) more_.clear();
  drop();
  if (!held_.empty()) held_.clear(spare_);
  quiet_ = true;
}

bool SharedCells::hold(const Access& access, const Record& record) {
  if (!quiet_ || record.use != Use::kRead) return false;
  if (held_.empty()) std::swap(held_, spare_);
  return held_.add(access, record);
}

void SharedCells::catch_up() {
  if (held_.empty()) return;
  quiet_ = false;
  HeldReads all;
  std::swap(all, held_);
  all.each([this](const Access& access, const Record& record) {
    take(access, record);
  });
  all.clear(spare_);
}

void SharedCells::clear() {
  for (auto* marks : {&writer_, &touch_[0], &touch_[1], &full_})
    std::fill(marks->begin(), marks->end(), 0);
  more_.clear();
  met_.fill(0);
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
  std::unordered_map<size_t, More> bytes;
  for (const auto& [cell, more] : more_) {
    for (size_t i = 0; i < 4; ++i) bytes[cell * 4 + i] = more;
    copied(more.entries, 3);
  }
  more_ = std::move(bytes);
}

void SharedCells::on_access(const Access& access, const Record& record) {
  if (access.bytes < 1 << shift_) use_byte_cells();
  if (hold(access, record)) return;
  catch_up();
  quiet_ = false;
  take(access, record);
}

void SharedCells::take(const Access& access, const Record& record) {
  Now now;
  now.access = &access;
  now.record = &record;
  now.mark = mark_of(0, record);
  const Use use = record.use;
  const size_t cell = access.base >> shift_;
  const size_t per_lane = access.bytes >> shift_;
  if (access.shape == Shape::kConsecutive && access.active == kAllLanes) {
    if (use == Use::kRead && load_row(cell, per_lane * kWarpSize, now.mark))
      return;
    if (use == Use::kWrite && store_row(cell, per_lane * kWarpSize, now.mark))
      return;
  } else if (access.shape == Shape::kUniform && use == Use::kRead) {
    bool done = true;
    for (size_t i = 0; i < per_lane; ++i)
      done = load_one(cell + i, now.mark, access.active) && done;
    if (done) return;
  } else if (access.shape == Shape::kUniform && use == Use::kAtomic) {
    if (update_one(cell, per_lane, access.active, now)) return;
  }
  LaneMask lanes = access.active;
  if (use == Use::kRead && access.runs != nullptr && per_lane == 1)
    lanes &= ~load_runs(access, now.mark);
  visit_lanes(access, lanes, now);
}

/// Calls usual(cell, bit of the lane) for each cell that `lanes` touch, and
/// unusual() where that returns false.
template <class Usual>
inline void SharedCells::each_cell(const Access& access, LaneMask lanes,
                                   Now& now, Usual usual) {
  const size_t per_lane = access.bytes >> shift_, size = writer_.size();
  const int shift = shift_;
  // By itself the usual loop keeps all that it needs in registers.
  if (access.shape == Shape::kGeneral && per_lane == 1) {
    const uint64_t base = access.base;
    const uint64_t* const address = access.address;
    for (LaneMask left = lanes; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      const size_t cell = (base + address[lane]) >> shift;
      if (cell >= size) continue;
      if (!usual(cell, LaneMask{1} << lane)) unusual(cell, lane, now);
    }
    return;
  }
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const size_t first = access.lane_address(lane) >> shift;
    if (first + per_lane > size) continue;
    for (size_t i = 0; i < per_lane; ++i)
      if (!usual(first + i, LaneMask{1} << lane)) unusual(first + i, lane, now);
  }
}

/// Any case of one cell. Not inline: it would take the loop's registers.
[[gnu::noinline]] void SharedCells::unusual(Cell cell, int lane, Now& now) {
  if (now.lane != lane) now.set_lane(lane);
  if (is_write(now.record->use))
    write(cell, now);
  else
    touch(cell, now);
}

void SharedCells::visit_lanes(const Access& access, LaneMask lanes, Now& now) {
  const Mark base = base_, mark = now.mark;
  const uint32_t warp = warp_of(mark);
  const Mark met = met_[warp];
  Mark *const writer = writer_.data(), *const touched = touch_[0].data();
  Mark* const second = touch_[1].data();
  const Mark* const full = full_.data();
  LaneMask* const writer_lane = writer_lane_.data();
  LaneMask* const touch_lanes = touch_lanes_[0].data();
  LaneMask* const second_lanes = touch_lanes_[1].data();
  const bool few = more_.empty();
  const bool loose = only_whether_ && now.record->use == Use::kAtomic;
  const bool crowded = loose && !partial_;
  const auto past = [=](Mark by) { return warp_of(by) == warp && by < met; };
  const auto written = [=](Cell cell, LaneMask bit) {
    const Mark by = writer[cell];
    return by >= base && !past(by) &&
           (warp_of(by) != warp || writer_lane[cell] != bit);
  };
  // Beside nobody, or what the warp did before its lanes met.
  const auto joins = [=, this, &now](Cell cell, LaneMask bit) {
    const Mark before = touched[cell], other = second[cell];
    const bool same = before == mark;
    if (before < base || (same && other < base)) {
      touch_lanes[cell] = same ? touch_lanes[cell] | bit : bit;
      touched[cell] = mark;
      return true;
    }
    // Atomics of two warps: as in remember(), more of them need no place. One
    // warp's would have one, see stands_for().
    if (crowded && other >= base && alike(records_[before], *now.record) &&
        alike(records_[other], *now.record))
      return true;
    const bool gone = past(before);
    if (!gone && (!loose || warp_of(before) != warp)) return false;
    if (other < base && alike(records_[before], *now.record)) {
      touch_lanes[cell] = gone ? bit : touch_lanes[cell] | bit;
      touched[cell] = mark;
      return true;
    }
    if (!gone) return false;
    if (other >= base && (other != mark || !few)) return false;
    second_lanes[cell] = other == mark ? second_lanes[cell] | bit : bit;
    second[cell] = mark;
    return true;
  };
  const auto read = [=](Cell cell, LaneMask bit) {
    if (written(cell, bit)) return false;
    if (full[cell] == base) return true;
    if (touched[cell] != mark) return joins(cell, bit);
    touch_lanes[cell] |= bit;
    return true;
  };
  const auto update = [=](Cell cell, LaneMask bit) {
    return !written(cell, bit) && joins(cell, bit);
  };
  const auto store = [=](Cell cell, LaneMask bit) {
    if (written(cell, bit)) return false;
    const Mark before = touched[cell], other = second[cell];
    if (before >= base) {
      const bool mine = warp_of(before) == warp && touch_lanes[cell] == bit;
      if (!mine && !past(before)) return false;
      if (other >= base && (!past(other) || !few)) return false;
      touched[cell] = second[cell] = 0;
    }
    writer[cell] = mark;
    writer_lane[cell] = bit;
    return true;
  };
  const auto never = [](Cell, LaneMask) { return false; };
  if (now.record->use == Use::kRead)
    each_cell(access, lanes, now, read);
  else if (now.record->use == Use::kWrite)
    each_cell(access, lanes, now, store);
  else if (now.record->use == Use::kAtomic)
    each_cell(access, lanes, now, update);
  else
    each_cell(access, lanes, now, never);
}

void SharedCells::set_writer(Cell cell, const Entry& entry) {
  writer_[cell] = entry.mark;
  writer_lane_[cell] = entry.lanes;
}

template <class F>
void SharedCells::each_touched(Cell cell, const Now& now, F f) const {
  for (int i = 0; i < 2; ++i) {
    const Entry entry{touch_[i][cell], touch_lanes_[i][cell]};
    if (entry.mark < base_) return;
    f(entry);
  }
  if (more_.empty()) return;
  const auto rest = more_.find(cell);
  if (rest == more_.end()) return;
  if (rest->second.only_reads && only_reads(now.record->use)) return;
  if (rest->second.only_updates && updates_word(*now.record)) return;
  for (const Entry& entry : rest->second.entries) f(entry);
}

/// True when no access that the cell remembers conflicts with this one.
bool SharedCells::meets_alike(Cell cell, const Now& now) const {
  if (writer_[cell] >= base_) return false;
  bool alike = true;
  Mark last = 0;
  each_touched(cell, now, [&](const Entry& entry) {
    if (entry.mark == last) return;
    last = entry.mark;
    const Record& then = records_[last];
    alike = alike && !conflict(then.use, now.record->use,
                               morally_strong(then, *now.record));
  });
  return alike;
}

void SharedCells::clear_touched(Cell cell) {
  touch_[0][cell] = touch_[1][cell] = full_[cell] = 0;
  if (more_.empty()) return;
  const auto rest = more_.find(cell);
  if (rest == more_.end()) return;
  let_go(rest->second.entries.size());
  more_.erase(rest);
}

void SharedCells::remember(Cell cell, const Now& now) {
  for (int i = 0; i < 2; ++i) {
    Entry entry{touch_[i][cell], touch_lanes_[i][cell]};
    const bool fresh = entry.mark < base_;
    if (!renew(entry, now)) continue;
    touch_[i][cell] = entry.mark;
    touch_lanes_[i][cell] = entry.lanes;
    if (i == 0 || !fresh || partial_) return;
    const Mark first = touch_[0][cell];
    if (now.record->use == Use::kRead && records_[first].use == Use::kRead &&
        warp_of(first) != warp_of(now.mark))
      full_[cell] = base_;
    return;
  }
  const auto alike = [&](int i) {
    return records_[touch_[i][cell]].use == now.record->use;
  };
  // Two warps did the same already: whoever comes later is unordered with one
  // of them, unless a barrier of some warps may order them.
  if (!partial_ && alike(0) && alike(1) &&
      warp_of(touch_[0][cell]) != warp_of(touch_[1][cell]))
    return;
  More& rest = more_[cell];
  rest.note(*now.record);
  for (Entry& entry : rest.entries) {
    const bool other = warp_of(entry.mark) != warp_of(now.mark);
    if (!other && renew(entry, now)) return;
  }
  keep(rest.entries, {now.mark, now.bits});
}

}  // namespace simt::races
