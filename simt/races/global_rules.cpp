// SPDX-License-Identifier: MIT
// What History leaves to global memory: which cells a lane touches, and who is
// remembered there. Hot: the rule is compiled into this file.
#include <algorithm>
#include <bit>

#include "simt/races/cell_rows.h"
#include "simt/races/global_cells.h"

namespace simt::races {
namespace {

constexpr size_t kFewEntries = 32;  // of a cell: not worth tidying

uint8_t bit_of(Use use) { return static_cast<uint8_t>(1u << int(use)); }

}  // namespace

/// See kNotOnlyReads.
uint8_t GlobalCells::other_kinds(const Record& record) {
  if (only_reads(record.use)) return kNotOnlyUpdates;
  return updates_word(record) ? kNotOnlyReads : kNotOnlyReads | kNotOnlyUpdates;
}

/// The cells of the lane; an access is aligned to its size and stays inside
/// the page.
GlobalCells::Cells GlobalCells::cells_of(const Access& access, Now& now) {
  const uint64_t address = access.lane_address(now.lane);
  Page& page = page_at(address);
  make_touch(page);
  if (access.bytes < 1 << page.shift) use_byte_cells(page);
  now.origin = address & ~(kPageBytes - 1);
  return {page,
          static_cast<uint32_t>((address & (kPageBytes - 1)) >> page.shift),
          uint32_t{access.bytes} >> page.shift};
}

/// True: whatever the warp of `writer` did there comes before what `lanes` do
/// now. What a warp knows only grows, so that this stays true.
bool GlobalCells::comes_before(Mark writer, LaneMask lanes, const Now& now) {
  if (writer < base_) return true;
  KnownOrder& known =
      ordered_[((writer >> kWarpBits) * 31 + (now.mark >> kWarpBits)) %
               ordered_.size()];
  if (known.before != writer || known.now != now.mark)
    known = {writer, now.mark, 0};
  const LaneMask open = lanes & ~known.lanes;
  if (open != 0)
    known.lanes |= ordering_->after_all(records_[writer], kAllLanes,
                                        *now.record, now.access->at.slot, open);
  return (lanes & ~known.lanes) == 0;
}

/// All lanes read the same place, and only reads came before: they are
/// remembered together.
bool GlobalCells::uniform_read(const Access& access, Now& now) {
  if (now.record->use != Use::kRead || access.shape != Shape::kUniform)
    return false;
  const int first = std::countr_zero(access.active);
  now.set_lane(first);
  const Cells cells = cells_of(access, now);
  const Page& page = cells.page;
  for (uint32_t i = cells.first; i < cells.first + cells.count; ++i)
    if (page.touch[i] >= base_ && (page.enough[i] & kNotOnlyReads) != 0)
      return false;
  for (uint32_t i = 0; i < cells.count; ++i) {
    if (comes_before(writer(cells[i]).mark, access.active, now)) continue;
    for (LaneMask left = access.active; left != 0; left &= left - 1) {
      now.set_lane(std::countr_zero(left));
      check_writer(cells[i], now);
    }
  }
  now.lane = first;
  now.bits = access.active;
  for (uint32_t i = 0; i < cells.count; ++i) note_read(cells[i], now);
  return true;
}

/// True when this entry and these lanes of the access are certainly no race:
/// all that its warp did there comes before what they do.
bool GlobalCells::settled(const Entry& entry, const Now& now, LaneMask lanes) {
  return comes_before(entry.mark, lanes, now);
}

/// The same of all who touched the cell, or they do not conflict.
bool GlobalCells::all_settled(Cell cell, const Now& now, LaneMask lanes) {
  bool all = true;
  each_touched(cell, now, [&](const Entry& entry) {
    if (!all || mine(entry, now)) return;
    const Record& then = records_[entry.mark];
    all = !conflict(then.use, now.record->use,
                    morally_strong(then, *now.record)) ||
          settled(entry, now, lanes);
  });
  return all;
}

/// All lanes read or update the same place, and what came before either does
/// not conflict or comes before all of them.
bool GlobalCells::uniform_touch(const Access& access, Now& now) {
  const LaneMask others = access.active & (access.active - 1);
  if (access.shape != Shape::kUniform || is_write(now.record->use) ||
      others == 0 || !has_room())
    return false;
  now.set_lane(std::countr_zero(access.active));
  const Cells cells = cells_of(access, now);
  for (uint32_t i = 0; i < cells.count; ++i) {
    if (!settled(writer(cells[i]), now, access.active) ||
        !all_settled(cells[i], now, access.active))
      return false;
  }
  for (const LaneMask bits : {access.active & ~others, others}) {
    now.bits = bits;  // the others join the first one
    for (uint32_t i = 0; i < cells.count; ++i)
      if (now.record->use == Use::kRead)
        keep_read(cells[i], now);
      else
        remember(cells[i], now);
  }
  return true;
}

void GlobalCells::visit_lane(const Access& access, Now& now) {
  const Cells cells = cells_of(access, now);
  for (uint32_t i = 0; i < cells.count; ++i) {
    if (is_write(now.record->use)) {
      write(cells[i], now);
      continue;
    }
    const Entry by = writer(cells[i]);
    if (by.mark >= base_ && !mine(by, now) && !settled(by, now, now.bits))
      check_writer(cells[i], now);
    if (now.record->use == Use::kRead) {
      note_read(cells[i], now);
    } else {
      check_touched(cells[i], now);
      remember(cells[i], now);
    }
  }
}

void GlobalCells::note_read(Cell cell, Now& now) {
  Page& page = cell.page;
  const Mark touched = page.touch[cell.index];
  if (touched == now.mark) {
    page.touch_lanes[cell.index] |= now.bits;
    return;
  }
  if (touched >= base_) check_touched(cell, now);
  keep_read(cell, now);
}

/// Remembers a read that is no race.
void GlobalCells::keep_read(Cell cell, const Now& now) {
  Page& page = cell.page;
  const Mark touched = page.touch[cell.index];
  if (touched == now.mark) {
    page.touch_lanes[cell.index] |= now.bits;
    return;
  }
  if (touched >= base_) {
    if ((page.enough[cell.index] & bit_of(Use::kRead)) != 0 &&
        records_[touched].launch == launch_)
      return;
  }
  remember(cell, now);
}

template <class F>
void GlobalCells::each_touched(Cell cell, const Now& now, F f) const {
  const Page& page = cell.page;
  const Entry first{page.touch[cell.index], page.touch_lanes[cell.index]};
  if (first.mark < base_) return;
  const uint8_t kinds = page.enough[cell.index];
  if ((kinds & kNotOnlyReads) == 0 && only_reads(now.record->use)) return;
  if ((kinds & kNotOnlyUpdates) == 0 && updates_word(*now.record)) return;
  f(first);
  if (const More* const rest = cell.page.more(cell.index))
    for (const Entry& entry : rest->entries) f(entry);
}

void GlobalCells::clear_touched(Cell cell) {
  cell.page.touch[cell.index] = 0;
  clear_more(cell.page, cell.index);
}

void GlobalCells::remember(Cell cell, const Now& now) {
  Page& page = cell.page;
  const uint32_t i = cell.index;
  Entry first{page.touch[i], page.touch_lanes[i]};
  if (first.mark < base_) {
    clear_more(page, i);
    page.enough[i] = other_kinds(*now.record);
  } else if (first.mark != now.mark) {
    if ((page.enough[i] & bit_of(now.record->use)) != 0 &&
        records_[first.mark].launch == launch_)
      return;
    page.enough[i] |= other_kinds(*now.record);
    if (renew_more(cell, now)) return;
  }
  if (renew(first, now)) {
    page.touch[i] = first.mark;
    page.touch_lanes[i] = first.lanes;
    return;
  }
  if (orders_)  // it has no entry yet, and each is remembered
    keep(page.add_more(i).entries, {now.mark, now.bits});
  else
    add_entry(cell, now.mark, now.bits);
}

bool GlobalCells::renew_more(Cell cell, const Now& now) {
  Page& page = cell.page;
  More* const found = page.more(cell.index);
  if (found == nullptr) return false;
  std::vector<Entry>& rest = found->entries;
  if (now.record->use == Use::kAtomic && now.record->looks &&
      is_wide(now.record->scope)) {
    // It saw every atomic before it: who comes after it comes after them.
    let_go(std::erase_if(rest, [&](const Entry& entry) {
      return entry.mark != now.mark &&
             records_[entry.mark].use == Use::kAtomic &&
             is_wide(records_[entry.mark].scope);
    }));
  }
  for (Entry& entry : rest) {
    if (entry.mark != now.mark) continue;
    entry.lanes |= now.bits;
    return true;
  }
  const size_t few = rest.size() - std::min<size_t>(rest.size(), 8);
  for (size_t i = few; i < rest.size(); ++i)
    if (renew(rest[i], now)) return true;
  tidy(*found, now);
  return false;
}

/// Forgets the entries that the new one, soon to be added, may stand for. They
/// are looked at when there are twice as many as were left the last time, so
/// that a place where all threads meet again and again costs each of them a
/// few looks, not one at everybody of all rounds.
void GlobalCells::tidy(More& more, const Now& now) {
  std::vector<Entry>& rest = more.entries;
  uint32_t& due = more.tidy[static_cast<size_t>(now.record->use)];
  if (rest.size() < std::max<size_t>(due, kFewEntries)) return;
  let_go(std::erase_if(rest, [&](Entry entry) { return renew(entry, now); }));
  due = static_cast<uint32_t>(2 * rest.size());
}

/// One more entry, whatever the others are.
void GlobalCells::add_entry(Cell cell, Mark mark, LaneMask bits) {
  Page& page = cell.page;
  const Mark first = page.touch[cell.index];
  if (first < base_ && (mark >= base_ || first < records_.first())) {
    page.touch[cell.index] = mark;
    page.touch_lanes[cell.index] = bits;
    page.enough[cell.index] = other_kinds(records_[mark]);
    clear_more(page, cell.index);
    return;
  }
  if (first == mark) {
    page.touch_lanes[cell.index] |= bits;
    return;
  }
  const Record& added = records_[mark];
  if (first >= base_ && (page.enough[cell.index] & bit_of(added.use)) != 0 &&
      records_[first].launch == launch_)
    return;
  page.enough[cell.index] |= other_kinds(added);
  std::vector<Entry>& rest = page.add_more(cell.index).entries;
  const auto elsewhere = [&](Mark other) {
    const Record& r = records_[other];
    return r.use == added.use && r.launch == added.launch &&
           added.launch == launch_ && !r.epoch.same_block(added.epoch) &&
           is_wide(r.scope) && is_wide(added.scope);
  };
  bool enough = elsewhere(first);
  for (Entry& entry : rest) {
    if (entry.mark == mark) {
      entry.lanes |= bits;
      return;
    }
    enough = enough || elsewhere(entry.mark);
  }
  if (keep(rest, {mark, bits}) && enough && !orders_)
    page.enough[cell.index] |= bit_of(added.use);
}

}  // namespace simt::races
